/** Voucher in the peek panel: facts and period. */
import { periodInWords } from '#contract/pricing/price.ts';
import { Facts } from '#kit/record/detail-page.tsx';
import { voucherFacts } from './voucher-facts.tsx';
import type { Voucher } from './voucher-kinds.ts';

export const VoucherBeside = ({ record }: { record: Voucher }) => (
  <Facts title="Facts" facts={[...voucherFacts(record), ['Period', periodInWords(record)]]} />
);
