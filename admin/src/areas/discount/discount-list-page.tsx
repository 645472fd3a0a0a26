/** List of discounts. A new one is inactive until products are assigned on its page and it is switched on. */
import { discountDraft, discounts } from '#contract/discount/endpoints.ts';
import { labelsOf } from '#contract/kernel/draft.ts';
import { DiscountType } from '#contract/pricing/price.ts';
import { discountBadges } from '#contract/pricing/promotion-badge.ts';
import { countColumn, fieldColumn, momentColumn } from '#kit/list/field-column.tsx';
import { RecordListPage } from '#kit/list/record-list-page.tsx';
import { reductionColumn, statusColumn, statusFilterOf } from '#admin-shared/pricing/price-reduction.tsx';
import { lazy } from 'react';
import { maxIds } from '#contract/kernel/fields.ts';

const discountSelection = {
  max: maxIds,
  takesAll: true,
  name: ({ name }: { name: string }) => name,
  actions: lazy(async () => ({ default: (await import('./discount-actions.tsx')).DiscountActions })),
};

const discountRows = ['name', ['discountType', 'discount'], 'productType', ['startDate', 'endDate']] as const;

const column = fieldColumn(discountDraft);

const columns = [
  column('name'),
  column('discountType', { width: 112, hiddenBelow: 1240 }),
  reductionColumn('discount', labelsOf(discountDraft).discount),
  column('productType', { hiddenBelow: 1080 }),
  countColumn('totalAssigned', 'Assigned'),
  column('startDate', { empty: 'Always', hiddenBelow: 840 }),
  column('endDate', { empty: 'No end' }),
  momentColumn('updatedAt', 'Changed', { hiddenBelow: 1080 }),
  statusColumn,
];

const filters = [statusFilterOf(discountBadges)];

export const DiscountListPage = () => (
  <RecordListPage
    title="Discounts"
    of={discounts}
    to="/discount"
    columns={columns}
    filters={filters}
    selection={discountSelection}
    search={{ placeholder: 'Search discounts' }}
    create={{ blank: { discount: 10, discountType: DiscountType.PERCENTAGE }, rows: discountRows }}
    empty={{
      title: 'No discounts yet',
      text: 'A discount lowers the price of the products you assign to it.',
    }}
  />
);
DiscountListPage.reads = discounts.list;
