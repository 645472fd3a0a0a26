/** The discounts, and a new one: inactive until products are assigned on its page and it is switched on. */
import { createDiscount, discountDraft, listDiscounts, productNames } from '#contract/discount.ts';
import { labelsOf } from '#contract/draft.ts';
import { DiscountType, discountTypeNames } from '#contract/price.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { Moment } from '#kit/format/moment.tsx';
import { StatusBadge, reductionInWords, statusFilter } from '#kit/format/price-reduction.tsx';

export const discountRows = ['name', ['discountType', 'discount'], 'productType', ['startDate', 'endDate']] as const;

type Discount = RowOf<typeof listDiscounts, 'discounts'>;

const labels = labelsOf(discountDraft);

const columns: readonly Column<Discount>[] = [
  { label: labels.name, cell: (discount) => discount.name },
  {
    label: labels.discountType,
    cell: (discount) => discountTypeNames[discount.discountType],
    width: 112,
    isSecondary: true,
  },
  {
    label: labels.discount,
    cell: (row) => reductionInWords({ type: row.discountType, value: row.discount }),
    align: 'right',
    width: 166,
  },
  { label: labels.productType, cell: (discount) => productNames[discount.productType], width: 126, isSecondary: true },
  { label: 'Assigned', cell: (discount) => formatNumber(discount.totalAssigned), align: 'right', width: 92 },
  {
    label: labels.startDate,
    cell: (discount) => <Moment at={discount.startDate} empty="Always" />,
    align: 'right',
    width: 120,
    isSecondary: 'late',
  },
  {
    label: labels.endDate,
    cell: (discount) => <Moment at={discount.endDate} empty="No end" />,
    align: 'right',
    width: 120,
  },
  { label: 'Status', cell: (discount) => <StatusBadge status={discount.status} />, width: 112 },
];

const filters = [statusFilter];

export const DiscountListPage = () => (
  <ListPage
    title="Discounts"
    call={listDiscounts}
    rows="discounts"
    columns={columns}
    filters={filters}
    search={{ placeholder: 'Search discounts' }}
    rowLink={(discount) => `/discount/${discount.discountId}`}
    create={{
      what: 'discount',
      draft: discountDraft,
      call: createDiscount,
      blank: { discount: 10, discountType: DiscountType.PERCENTAGE },
      rows: discountRows,
      to: ({ discountId }) => `/discount/${discountId}`,
    }}
    empty={{
      title: 'No discounts yet',
      text: 'A discount lowers the price of the courses and learning paths you assign to it, for as long as you like.',
    }}
  />
);
