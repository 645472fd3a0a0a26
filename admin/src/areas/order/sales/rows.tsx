/** Tables of sales by day, product, promotion and method. */
import { Link } from '@tanstack/react-router';
import type { ProductType } from '#contract/pricing/product-type.ts';
import { kindOfProduct } from '#contract/pricing/purchase.ts';
import type { Sales, SalesFigures, SalesGroup, SalesView } from '#contract/order/sales.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { RecordLink } from '#kit/record/record-link.tsx';
import { ShareBar } from '#kit/display/share-bar.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import type { Column } from '#kit/list/rows-table.tsx';
import { typeNames } from '#admin-shared/product/use-products.ts';
import { periodName } from './periods.ts';
import { SortedTable } from './sorted-table.tsx';
import type { SalesState } from './use-sales.ts';
import classes from './sales.module.css';

type Period = Sales['periods'][number];
type Line = Sales['rows'][number];

const money = <Row extends SalesFigures>(
  label: string,
  field: 'gross' | 'discounts' | 'paid' | 'refunded' | 'net',
  more: Partial<Column<Row>> = {},
): Column<Row> => ({
  label,
  sort: field,
  cell: (row) => formatMoney(row[field]),
  align: 'right',
  width: 144,
  ...more,
});

const amounts = <Row extends SalesFigures>(orders: Column<Row>['cell']): Column<Row>[] => [
  { label: 'Orders', sort: 'orders', cell: orders, align: 'right', width: 96 },
  money('List price', 'gross', { hiddenBelow: 1240 }),
  money('Discounts', 'discounts', { hiddenBelow: 840 }),
  money('Paid', 'paid', { hiddenBelow: 1080 }),
  money('Refunds', 'refunded', { hiddenBelow: 840 }),
  money('Net sales', 'net', { card: 'badge' }),
];

/** Net sales less the fees, where they are known by row. */
const netOfFees = <Row extends SalesFigures>(feesOf: ((row: Row) => number) | undefined): Column<Row>[] =>
  feesOf
    ? [
        {
          label: 'Net of fees',
          cell: (row) => formatMoney(row.net - feesOf(row)),
          align: 'right',
          width: 144,
          hiddenBelow: 1080,
        },
      ]
    : [];

/** Number of orders, as a link to those that were paid on a day. */
const OrdersOf = ({ from, to, orders }: Period) =>
  orders > 0 && from === to ? (
    <Link to="/order" search={{ paidDate: from }} title="Orders paid on this day" className={classes['link']}>
      {formatNumber(orders)}
    </Link>
  ) : (
    formatNumber(orders)
  );

const periodColumns: readonly Column<Period>[] = [
  { label: 'Day', sort: 'from', cell: (period) => <NameCell name={periodName(period)} /> },
  ...amounts<Period>(OrdersOf),
];

const isProduct = (type: string): type is ProductType => type in kindOfProduct;
const kindOf = ({ type }: Line) =>
  isProduct(type) ? kindOfProduct[type] : type === 'discount' || type === 'voucher' ? type : undefined;

const unnamed: Readonly<Record<string, string>> = {
  'product none': 'Orders without items',
  'promotion none': 'No promotion',
  'promotion discount': 'Discounts without a name',
  'promotion code': 'Voucher without a code',
};
const subs: Readonly<Record<string, string>> = { ...typeNames, discount: 'Discount', voucher: 'Voucher', code: 'Code' };

function Named({ line, view }: { line: Line; view: SalesView }) {
  const { type, key, name } = line;
  const shown = name || (unnamed[`${view} ${type}`] ?? 'Unknown');
  const cell = <NameCell name={shown} sub={view === 'method' ? type : subs[type]} />;
  const kind = kindOf(line);
  return kind && key ? (
    <RecordLink kind={kind} id={key} name={shown}>
      {cell}
    </RecordLink>
  ) : (
    cell
  );
}

const heads = { product: 'Product', promotion: 'Promotion', method: 'Method' } as const;

function lineColumns(view: keyof typeof heads, lines: readonly Line[]): readonly Column<Line>[] {
  const most = Math.max(0, ...lines.map(({ net }) => net));
  const orders = ({ type, key, orders: count }: Line) =>
    isProduct(type) ? (
      <Link to="/order" search={{ productId: key }} title="All orders with this product" className={classes['link']}>
        {formatNumber(count)}
      </Link>
    ) : (
      formatNumber(count)
    );
  return [
    { label: heads[view], sort: 'name', cell: (line) => <Named line={line} view={view} /> },
    {
      label: 'Net sales as a bar',
      isLabelHidden: true,
      cell: ({ net }) => <ShareBar share={most > 0 ? net / most : 0} />,
      width: 140,
      hiddenBelow: 1080,
      card: 'none',
    },
    ...amounts<Line>(orders),
  ];
}

const groupHeads = { day: 'Day', week: 'Week', month: 'Month' } as const satisfies Record<SalesGroup, string>;

function PeriodRows({ sales: { periods, group }, state }: { sales: Sales; state: SalesState }) {
  const [first, ...others] = periodColumns;
  const { fees } = state;
  const feesOf = fees && ((period: Period) => fees.periods[periods.indexOf(period)] ?? 0);
  return (
    <SortedTable
      label={`Sales by ${group}`}
      rows={periods}
      columns={[{ ...first!, label: groupHeads[group] }, ...others, ...netOfFees(feesOf)]}
      rowKey={({ from }) => from}
      first="-from"
      name="from"
      state={state}
    />
  );
}

export function SalesRows({ sales, state }: { sales: Sales; state: SalesState }) {
  const { by } = state;
  if (by === 'day') return <PeriodRows sales={sales} state={state} />;
  // While another view is loaded, the rows are still those of the one before.
  const rows = sales.by === by ? sales.rows : undefined;
  const { fees } = state;
  const feesOf =
    fees &&
    by === 'method' &&
    (({ type, key }: Line) => fees.methods.find((one) => one.type === type && one.key === key)?.fees ?? 0);
  return (
    <>
      <SortedTable
        label={`Sales by ${by}`}
        rows={rows}
        columns={[...lineColumns(by, rows ?? []), ...netOfFees(feesOf || undefined)]}
        rowKey={({ type, key }) => `${type}:${key}`}
        first="-net"
        name="name"
        state={state}
      />
      {sales.isCut && (
        <p className={classes['note']}>These are the {formatNumber(sales.rows.length)} with the highest net sales.</p>
      )}
      {by === 'promotion' && (
        <p className={classes['note']}>
          An order with several promotions counts in each of them. Discounts add up to the total of the period.
        </p>
      )}
    </>
  );
}
