/** Turns on and off what has a status of its own: a discount, a voucher. */
import { Switch } from '@mantine/core';
import { DiscountStatus } from '#contract/price.ts';
import type { StatusSwitch } from '#contract/switched-record.ts';
import { useAction } from '../api/use-action.ts';
import { type Consequence, WithConsequence } from './consequence.tsx';

interface Props {
  call: StatusSwitch;
  id: string;
  status: DiscountStatus;
  version: number;
  /** What pressing it does. */
  effect?: Consequence | undefined;
}

/** How its history tells it. */
export const switchTrail = {
  labels: { isActive: 'Status' },
  words: { isActive: { true: 'Active', false: 'Inactive' } },
};

export function ActiveSwitch({ call, id, status, version, effect }: Props) {
  const toggle = useAction(call);
  const isOn = status !== DiscountStatus.INACTIVE;
  const change = () => toggle.run({ params: { id }, body: { status: isOn ? 0 : 1 } }, { ifMatch: version });
  const press = effect?.mend ?? (() => void change());
  return (
    <WithConsequence of={effect}>
      {(told) => <Switch {...told} label="Active" checked={isOn} disabled={toggle.loading} onChange={press} />}
    </WithConsequence>
  );
}
