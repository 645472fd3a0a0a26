/** Facts of a voucher, on its page and in the peek panel. */
import type { ReactNode } from 'react';
import { labelsOf } from '#contract/kernel/draft.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { voucherDraft } from '#contract/voucher/endpoints.ts';
import { priceFact } from '#admin-shared/order/new-order-link.tsx';
import { campaignFact } from '#admin-shared/pricing/campaign-fact.tsx';
import { reductionInWords } from '#admin-shared/pricing/price-reduction.tsx';
import { PublicationBadge } from '#kit/display/publication.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { kinds, type Voucher } from './voucher-kinds.ts';

const labels = labelsOf(voucherDraft);

/** `12 of 100`, or `12` without a quota. */
export const usesOf = ({ usedCount, quota }: { usedCount: number; quota: number | null }): string =>
  quota === null ? formatNumber(usedCount) : `${formatNumber(usedCount)} of ${formatNumber(quota)}`;

/** `2 courses, 1 product`. */
export const heldBy = (voucher: Voucher): string =>
  kinds.flatMap(({ link, key }) => (voucher[key] > 0 ? [counted(voucher[key], link.one, link.many)] : [])).join(', ');

const forWhat = (voucher: Voucher): string =>
  voucher.allProduct ? 'All products' : heldBy(voucher) || 'None yet: it cannot be used';

export const voucherFacts = (voucher: Voucher): readonly (readonly [label: string, value: ReactNode])[] => [
  ['Off', reductionInWords({ type: voucher.discountType, value: voucher.discountPrice })],
  ['For', forWhat(voucher)],
  ...campaignFact(voucher),
  ...priceFact({ code: voucher.code }),
  [labels.code, voucher.code],
  ...(voucher.minPurchase === null ? [] : [[labels.minPurchase, formatMoney(voucher.minPurchase)] as const]),
  ['Used', usesOf(voucher)],
  ['Publication', <PublicationBadge key="publication" {...voucher} />],
];
