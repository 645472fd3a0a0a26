/** Page of one voucher: fields and assigned products. */
import { labelsOf } from '#contract/kernel/draft.ts';
import { usedLock, voucherDraft, vouchers } from '#contract/voucher/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { unassignAllFromVoucher } from '#contract/pricing/unassign-all.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { priceFact } from '#admin-shared/order/new-order-link.tsx';
import { PublicationBadge } from '#kit/display/publication.tsx';
import { StatusBadge, reductionInWords } from '#admin-shared/pricing/price-reduction.tsx';
import { assigned } from '#admin-shared/assignment/assigned.tsx';
import type { TrailWords } from '#kit/record/history-words.ts';
import { RecordPage } from '#kit/record/record-page.tsx';
import { UnassignAllButton } from '#admin-shared/pricing/unassign-all-button.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { ChooseProducts } from './choose-products.tsx';
import { deletionInWords, unassignInWords } from './losing-words.ts';
import { kinds, type Voucher } from './voucher-kinds.ts';
import { usesOf } from './voucher-list-page.tsx';
import { VoucherForecast } from './voucher-forecast.tsx';
import { VoucherPrice } from './voucher-price.tsx';
import { VoucherCodes } from './voucher-codes.tsx';
import { VoucherUses } from './voucher-uses.tsx';

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

/** `2 courses, 1 product`. */
const heldBy = (voucher: Voucher): string =>
  kinds.flatMap(({ link, key }) => (voucher[key] > 0 ? [counted(voucher[key], link.one, link.many)] : [])).join(', ');

const forWhat = (voucher: Voucher): string =>
  voucher.allProduct ? 'All products' : heldBy(voucher) || 'None yet: it cannot be used';

const Actions = ({ record }: { record: Voucher }) => (
  <>
    <UnassignAllButton
      call={unassignAllFromVoucher}
      id={record.voucherId}
      name={record.name}
      total={record.totalAssigned}
      consequence={unassignInWords(record, ` of ${heldBy(record)}`)}
      variant="default"
    />
    <ChooseProducts voucher={record} />
  </>
);

const allTabs = [...tabs, codes, uses];
const panels = [VoucherForecast, VoucherPrice];
const trail: TrailWords = { labels: { totalCodes: 'Codes' }, words: { totalCodes: formatNumber } };
const labels = labelsOf(voucherDraft);

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
    fields={groups}
    panels={panels}
    tabs={allTabs}
    trail={trail}
    actions={Actions}
    facts={(voucher) => [
      [labels.code, voucher.code],
      ['Off', reductionInWords({ type: voucher.discountType, value: voucher.discountPrice })],
      ...(voucher.minPurchase === null ? [] : [[labels.minPurchase, formatMoney(voucher.minPurchase)] as const]),
      ...priceFact({ code: voucher.code }),
      ['Used', usesOf(voucher)],
      ['For', forWhat(voucher)],
      ['Publication', <PublicationBadge key="publication" {...voucher} />],
    ]}
  />
);
VoucherPage.reads = vouchers.get;
