/** Text beside the switch of a discount; while other discounts block it, a link to the conflicts. */
import { useState } from 'react';
import { discountEffect } from '#contract/discount/effect.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { Consequence } from '#kit/record/consequence.tsx';
import { showConflicts } from './conflicts.tsx';
import { type OpenDiscount, linkOf } from './discount-products.tsx';
import { switchingInWords } from './switching-words.ts';

export function useSwitching({ id, record }: OpenDiscount): Consequence | undefined {
  const [openedAt] = useState(Date.now);
  const { data: effect } = useCall(discountEffect, { params: { id } });
  if (!effect) return undefined;
  const isStuck = record.status === SwitchStatus.INACTIVE && effect.conflicting > 0;
  return {
    text: switchingInWords(record, effect, linkOf(record), openedAt),
    mend: isStuck ? showConflicts : undefined,
  };
}
