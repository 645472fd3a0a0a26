import { lazy, Suspense, useState } from 'react';
import { listDiscounts } from '#contract/discount.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { Moment } from '#kit/format/moment.tsx';
import { StatusBadge, productNames, reductionInWords, statusChoices, typeNames } from './discount-words.tsx';

/** Forms are loaded when one is wanted: the list does not wait for their code. */
const CreateDiscount = lazy(async () => ({ default: (await import('./create-discount.tsx')).CreateDiscount }));

type Discount = RowOf<typeof listDiscounts, 'discounts'>;

const columns: readonly Column<Discount>[] = [
  { label: 'Name', cell: (discount) => discount.name },
  { label: 'Type', cell: (discount) => typeNames[discount.discountType], width: 112, isSecondary: true },
  {
    label: 'Discount',
    cell: (row) => reductionInWords({ type: row.discountType, value: row.discount }),
    align: 'right',
    width: 166,
  },
  { label: 'For', cell: (discount) => productNames[discount.productType], width: 126, isSecondary: true },
  { label: 'Assigned', cell: (discount) => formatNumber(discount.totalAssigned), align: 'right', width: 92 },
  {
    label: 'From',
    cell: (discount) => <Moment at={discount.startDate} empty="Always" />,
    align: 'right',
    width: 120,
    isSecondary: 'late',
  },
  { label: 'Until', cell: (discount) => <Moment at={discount.endDate} empty="No end" />, align: 'right', width: 120 },
  { label: 'Status', cell: (discount) => <StatusBadge status={discount.status} />, width: 112 },
];

const filters = [{ name: 'status', label: 'Status', options: statusChoices }];

export function DiscountListPage() {
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <ListPage
        title="Discounts"
        call={listDiscounts}
        rows="discounts"
        columns={columns}
        filters={filters}
        search={{ placeholder: 'Search discounts' }}
        rowLink={(discount) => `/discount/${discount.discountId}`}
        create={{ label: 'New discount', run: () => setCreating(true) }}
        empty={{
          title: 'No discounts yet',
          text: 'A discount lowers the price of the courses and learning paths you assign to it, for as long as you like.',
        }}
      />
      {isCreating && (
        <Suspense>
          <CreateDiscount close={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}
