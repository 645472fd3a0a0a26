/** Turns on and off what has a status of its own: a discount, a voucher. */
import { Switch } from '@mantine/core';
import { DiscountStatus } from '#contract/price.ts';
import type { StatusSwitch } from '#contract/switched-record.ts';
import { useAction } from '../api/use-action.ts';

interface Props {
  call: StatusSwitch;
  id: string;
  status: DiscountStatus;
  version: number;
}

/** How its history tells it. */
export const switchTrail = {
  labels: { isActive: 'Status' },
  words: { isActive: { true: 'Active', false: 'Inactive' } },
};

export function ActiveSwitch({ call, id, status, version }: Props) {
  const toggle = useAction(call);
  const isOn = status !== DiscountStatus.INACTIVE;
  const change = () => toggle.run({ params: { id }, body: { status: isOn ? 0 : 1 } }, { ifMatch: version });
  return <Switch label="Active" checked={isOn} disabled={toggle.loading} onChange={() => void change()} />;
}
