/** List of vouchers. A new one is inactive until it is assigned and switched on. */
import { startOfDay } from '#contract/kernel/days.ts';
import { labelsOf } from '#contract/kernel/draft.ts';
import { DiscountType } from '#contract/pricing/price.ts';
import { promotionBadges } from '#contract/pricing/promotion-badge.ts';
import { voucherDraft, vouchers } from '#contract/voucher/endpoints.ts';
import { PublicationBadge, publicationFilter } from '#kit/display/publication.tsx';
import { StatusBadge, reductionColumn, statusColumn, statusFilterOf } from '#admin-shared/pricing/price-reduction.tsx';
import { today } from '#kit/form/use-date-text.ts';
import { fieldColumn, momentColumn } from '#kit/list/field-column.tsx';
import { peekOf } from '#kit/list/peek.ts';
import { RecordListPage } from '#kit/list/record-list-page.tsx';
import { lazy } from 'react';
import { maxIds } from '#contract/kernel/fields.ts';
import { usesOf } from './voucher-facts.tsx';

const voucherSelection = {
  max: maxIds,
  takesAll: true,
  name: ({ name }: { name: string }) => name,
  actions: lazy(async () => ({ default: (await import('./voucher-actions.tsx')).VoucherActions })),
};

const voucherPeek = peekOf(vouchers.get, {
  what: 'voucher',
  to: '/voucher',
  title: ({ name }: { name: string }) => name,
  badge: StatusBadge,
  content: async () => (await import('./voucher-beside.tsx')).VoucherBeside,
});

/** Default start of a new voucher. */
const startOfToday = new Date(startOfDay(today())).toISOString();

const column = fieldColumn(voucherDraft);

const columns = [
  column('name'),
  column('code', { width: 150 }),
  reductionColumn('discountPrice', labelsOf(voucherDraft).discountPrice),
  { label: 'Used', align: 'right' as const, width: 120, hiddenBelow: 840 as const, cell: usesOf },
  column('startDate', { hiddenBelow: 1080 }),
  column('endDate', { empty: 'No end', hiddenBelow: 840 }),
  momentColumn('updatedAt', 'Changed', { hiddenBelow: 1240 }),
  { label: publicationFilter.label, width: 116, hiddenBelow: 1080 as const, cell: PublicationBadge },
  statusColumn,
];

const filters = [statusFilterOf(promotionBadges), publicationFilter];

export const VoucherListPage = () => (
  <RecordListPage
    title="Vouchers"
    of={vouchers}
    to="/voucher"
    columns={columns}
    filters={filters}
    selection={voucherSelection}
    peek={voucherPeek}
    search={{ placeholder: 'Search vouchers by name or code' }}
    create={{
      blank: { discountPrice: 10, discountType: DiscountType.PERCENTAGE, startDate: startOfToday },
      rows: ['name', 'code', ['discountType', 'discountPrice'], ['startDate', 'endDate']],
    }}
    empty={{
      title: 'No vouchers yet',
      text: 'A voucher is a code that members enter at checkout to lower the price.',
    }}
  />
);
VoucherListPage.reads = vouchers.list;
