/** Page of one voucher: fields and assigned products. */
import { type voucherDraft, usedLock, vouchers, listRedemptions } from '#contract/voucher/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { unassignAllFromVoucher } from '#contract/pricing/unassign-all.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { formatNumber, formatShortMinute } from '#kit/format/formats.ts';
import { StatusBadge } from '#admin-shared/pricing/price-reduction.tsx';
import { assigned } from '#admin-shared/assignment/assigned.tsx';
import type { TrailWords } from '#kit/record/history-words.ts';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useUnassignAll } from '#admin-shared/pricing/use-unassign-all.ts';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { useChooseProducts } from './choose-products.tsx';
import { deletionInWords, switchingInWords, unassignInWords } from './voucher-words.ts';
import { kinds, type Voucher } from './voucher-kinds.ts';
import { heldBy, voucherFacts } from './voucher-facts.tsx';
import { VoucherPrice } from './voucher-price.tsx';
import { VoucherCodes } from './voucher-codes.tsx';
import { type PriceReduction, valueProblem } from '#contract/pricing/price.ts';
import { forecast } from '#contract/pricing/forecast.ts';
import { voucherEffect } from '#contract/voucher/effect.ts';
import { useCall } from '#kit/api/use-call.ts';
import { PriceForecast } from '#admin-shared/pricing/price-forecast.tsx';
import type { Opened } from '#kit/record/opened.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { HeadActions } from '#kit/record/head-actions.tsx';
import type { Switching } from '#kit/record/use-status-action.ts';
import { Moment } from '#kit/display/moment.tsx';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import type { Column } from '#kit/list/column.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { RowsOf } from '#kit/record/related-list.tsx';

type OpenVoucher = Opened<Voucher, typeof voucherDraft>;
type Use = RowOf<typeof listRedemptions, 'redemptions'>;

const columns: readonly Column<Use>[] = [
  {
    label: 'Order',
    cell: ({ invoiceNumber, releasedAt }) => (
      <NameCell
        name={invoiceNumber}
        sub={releasedAt === null ? undefined : `Given back ${formatShortMinute(releasedAt)}`}
      />
    ),
  },
  {
    label: 'Member',
    cell: ({ user }) => (
      <Link to="/user/$id" params={{ id: user.id }}>
        {user.name}
      </Link>
    ),
  },
  { label: 'Off', cell: ({ amount }) => formatMoney(amount), align: 'right', width: 120 },
  { label: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} />, width: 188, card: 'badge' },
  { label: 'Used', cell: ({ redeemedAt }) => <Moment at={redeemedAt} />, align: 'right', width: 120, hiddenBelow: 840 },
];

const rowKey = ({ orderId }: Use) => orderId;

/** Orders that used a voucher, latest first, with the amount it took off. */
const VoucherUses = ({ id }: { id: string }) => (
  <RowsOf
    title="Uses"
    call={listRedemptions}
    rows="redemptions"
    id={id}
    columns={columns}
    rowKey={rowKey}
    rowLink={({ orderId }) => `/order/${orderId}`}
    search="Search name, e-mail, phone or invoice"
    empty={{ title: 'Not used yet', text: 'Orders with its code appear here, with the amount taken off.' }}
    nothing={{ title: 'No such use', text: 'No order with this voucher matches.' }}
  />
);

type Typed = Pick<Voucher, 'discountType' | 'maxDiscount' | 'minPurchase' | 'isStackable' | 'allProduct'> & {
  discountPrice: number | null;
};

/** The edited reduction if it is valid, else the saved one. */
function reductionOf(typed: Typed, saved: Voucher): PriceReduction {
  const { discountType: type, discountPrice } = typed;
  const isRule = discountPrice !== null && valueProblem({ type, value: discountPrice }) === undefined;
  return isRule ? { type, value: discountPrice } : { type: saved.discountType, value: saved.discountPrice };
}

/** Effect of the edited voucher on prices; invalid input leaves the preview unchanged. */
function VoucherForecast({ id, record, form }: OpenVoucher) {
  const typed = form.fields.values as Typed;
  const query = { all: typed.allProduct ? ('true' as const) : ('false' as const) };
  const { data, error, refetch } = useCall(voucherEffect, { params: { id }, query }, { keepPrevious: true });
  const { isStackable, maxDiscount, minPurchase } = typed;
  const rule = { ...reductionOf(typed, record), isStackable, maxDiscount, minPurchase };
  return (
    <PriceForecast
      forecast={data && forecast(data.prices, rule)}
      minPurchase={minPurchase}
      code={record.code}
      error={error}
      refetch={refetch}
    />
  );
}

const groups = [
  {
    title: 'Voucher',
    rows: ['name', 'code', 'description', ['discountType', 'discountPrice'], ['maxDiscount', 'minPurchase']],
  },
  { title: 'When and how often', rows: [['startDate', 'endDate'], 'quota', 'isRepeating', 'quotaPerUser'] },
  { title: 'For what', rows: ['allProduct', 'isStackable', 'isPublished'] },
] as const;

const tabs = kinds.map(({ label, path, link, key }) => ({
  label,
  path,
  countOf: (voucher: Voucher) => voucher[key],
  panel: assigned(link, (voucher: Voucher) => ({
    count: voucher[key],
    loss: unassignInWords(voucher),
    ...(key === 'totalCourses' && { batch: batches.voucherCourses }),
    closed: voucher.allProduct ? 'This voucher is for all products: nothing needs to be chosen.' : undefined,
  })),
}));

/** Single-use codes. */
const codes = {
  label: 'Codes',
  path: 'codes',
  countOf: ({ totalCodes }: Voucher) => totalCodes,
  panel: VoucherCodes,
};
/** Without a count, because the list includes uses that were given back. */
const uses = { label: 'Uses', path: 'uses', panel: VoucherUses };

function useActions({ record }: OpenVoucher): HeadActions {
  const choosing = useChooseProducts(record);
  const unassign = useUnassignAll(unassignAllFromVoucher, {
    id: record.voucherId,
    name: record.name,
    total: record.totalAssigned,
    consequence: unassignInWords(record, ` of ${heldBy(record)}`),
  });
  return { quick: [choosing.action], destructive: [unassign], dialog: choosing.dialog };
}

function useSwitching({ record }: OpenVoucher): Switching {
  const [openedAt] = useState(Date.now);
  return { effect: { text: switchingInWords(record, openedAt) } };
}

const allTabs = [...tabs, codes, uses];
const panels = [VoucherForecast, VoucherPrice];
const trail: TrailWords = { labels: { totalCodes: 'Codes' }, words: { totalCodes: formatNumber } };

/** Fields locked because the voucher was used. */
const lockedOf = ({ removalConflict }: Voucher): Readonly<Record<string, string>> =>
  removalConflict === null
    ? {}
    : { code: usedLock('code'), startDate: usedLock('period'), endDate: usedLock('period') };

export const VoucherPage = () => (
  <RecordPage
    record={useRecordForm(vouchers, { savedTo: '/voucher', locked: lockedOf })}
    list="/voucher"
    badge={StatusBadge}
    deletion={(voucher) => `${deletionInWords(voucher)} Its products stay.`}
    useSwitching={useSwitching}
    fields={groups}
    panels={panels}
    tabs={allTabs}
    trail={trail}
    useActions={useActions}
    facts={voucherFacts}
  />
);
VoucherPage.reads = vouchers.get;
