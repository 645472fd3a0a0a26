/** Turns on and off what has a status of its own: a discount, a voucher. */
import { Switch } from '@mantine/core';
import { DiscountStatus } from '#contract/price.ts';
import type { statusSwitch } from '#contract/price-fields.ts';
import { useAction } from '../api/use-action.ts';

interface Props {
  call: ReturnType<typeof statusSwitch>;
  id: string;
  record: { status: DiscountStatus; version: number };
}

/** How its history tells it. */
export const switchTrail = {
  labels: { isActive: 'Status' },
  words: { isActive: { true: 'Active', false: 'Inactive' } },
};

export function ActiveSwitch({ call, id, record }: Props) {
  const toggle = useAction(call);
  const isOn = record.status !== DiscountStatus.INACTIVE;
  const change = () => toggle.run({ params: { id }, body: { status: isOn ? 0 : 1 } }, { ifMatch: record.version });
  return <Switch label="Active" checked={isOn} disabled={toggle.loading} onChange={() => void change()} />;
}
