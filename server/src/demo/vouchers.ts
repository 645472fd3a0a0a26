/** Vouchers of every type and status, with uses counted from the demo's orders, and other products on sale. */
import { DiscountType } from '#contract/pricing/price.ts';
import { demoId } from './demo-id.ts';
import { before, day } from './moments.ts';
import type { DemoRows, Identified, World } from './records.ts';

const { IDR_BECOMES, IDR_OFF, PERCENTAGE } = DiscountType;

const sold = [
  ['E-book: Karier di Dunia Digital', 79_000, true],
  ['E-book: Portofolio yang Dilirik', 59_000, true],
  ['Webinar: Tanya Jawab Bersama Praktisi', 49_000, true],
  ['Workshop Akhir Pekan di Jakarta', 350_000, true],
  ['Kaus Alumni', 129_000, true],
  ['Buku Catatan Belajar', 45_000, false],
] as const;

interface Plan extends Partial<Omit<Identified<'voucher'>, 'id' | 'startDate' | 'endDate'>> {
  name: string;
  code: string;
  value: number;
  discountType: DiscountType;
  /** Days from now; null: no end. */
  from: number;
  to: number | null;
  /** Its quota equals its uses in the demo's orders. */
  isUsedUp?: true;
  /** Number of assigned products of each kind. */
  holds?: { courses?: number; paths?: number; plans?: number; products?: number };
}

const plans: readonly Plan[] = [
  // Used by the demo's orders.
  {
    name: 'Sahabat Kampus',
    code: 'KAMPUS25',
    value: 25_000,
    discountType: IDR_OFF,
    from: -400,
    to: null,
    allProduct: true,
    isRepeating: true,
    quotaPerUser: 3,
    isPublished: true,
  },
  {
    name: 'Belajar Hemat 50 Ribu',
    code: 'BELAJAR50',
    isPublished: true,
    value: 50_000,
    discountType: IDR_OFF,
    from: -400,
    to: null,
    allProduct: true,
    isRepeating: true,
    quotaPerUser: 3,
  },
  {
    name: 'Hemat 100 Ribu',
    code: 'HEMAT100',
    isPublished: true,
    value: 100_000,
    discountType: IDR_OFF,
    from: -400,
    to: null,
    allProduct: true,
    isRepeating: true,
    quotaPerUser: 3,
    minPurchase: 300_000,
    isUsedUp: true,
  },
  {
    name: 'Belajar Bersama',
    code: 'BELAJAR25',
    isPublished: true,
    value: 25,
    discountType: PERCENTAGE,
    from: -30,
    to: 30,
    maxDiscount: 150_000,
    quota: 200,
    holds: { courses: 6, paths: 2 },
  },
  {
    name: 'Langganan Perdana',
    code: 'PERDANA',
    value: 99_000,
    discountType: IDR_BECOMES,
    from: -10,
    to: 5,
    holds: { plans: 2 },
  },
  {
    name: 'Pelanggan Setia',
    code: 'SETIA10',
    value: 10,
    discountType: PERCENTAGE,
    from: -200,
    to: null,
    isStackable: true,
    allProduct: true,
    isPublished: true,
  },
  {
    name: 'Akhir Tahun',
    code: 'TUTUPTAHUN',
    value: 30,
    discountType: PERCENTAGE,
    from: 20,
    to: 45,
    isPublished: true,
    holds: { courses: 4 },
  },
  {
    name: 'Kemerdekaan',
    code: 'MERDEKA17',
    value: 17,
    discountType: PERCENTAGE,
    from: -110,
    to: -90,
    isPublished: true,
    holds: { courses: 8 },
  },
  {
    name: 'Paket Buku',
    code: 'BUKUHEMAT',
    value: 20_000,
    discountType: IDR_OFF,
    from: -5,
    to: 60,
    isActive: false,
    holds: { products: 3 },
  },
];

/** Statuses that hold a voucher; an order that was given up releases it. */
const counts: ReadonlySet<string> = new Set(['unpaid', 'pending', 'paid']);

type Sold = readonly { id: string; isPublished?: boolean | undefined }[];
type Rows = Pick<
  DemoRows,
  'product' | 'voucher' | 'voucherCourse' | 'voucherPath' | 'voucherPlan' | 'voucherProduct' | 'voucherRedemption'
>;

interface Holding {
  row: { id: string };
  holds: NonNullable<Plan['holds']>;
}

/** The first published products of a kind, as many as each voucher holds. */
const linksOf = (vouchers: readonly Holding[]) => (kind: keyof NonNullable<Plan['holds']>, items: Sold) =>
  vouchers.flatMap(({ row, holds }) =>
    items
      .filter(({ isPublished }) => isPublished)
      .slice(0, holds[kind] ?? 0)
      .map(({ id }) => [row.id, id] as const),
  );

/** Uses are orders with a code, except for those that were given up. */
const redemptionsOf = (
  vouchers: readonly Pick<Identified<'voucher'>, 'id' | 'code'>[],
  orders: DemoRows['order'],
): DemoRows['voucherRedemption'] =>
  vouchers.flatMap(({ id: voucherId, code }) =>
    orders
      .filter(({ voucherCode }) => voucherCode === code)
      .map(({ id: orderId, userId, voucherAmount, status, createdAt, expiredAt, refundedAt }) => ({
        orderId,
        voucherId,
        userId,
        amount: voucherAmount ?? 0,
        redeemedAt: createdAt,
        releasedAt: counts.has(status) ? null : (expiredAt ?? refundedAt ?? createdAt),
      })),
  );

export function makeVouchers(
  { tenant, now }: World,
  of: Pick<DemoRows, 'course' | 'learningPath' | 'subscriptionPlan' | 'order'>,
): Rows {
  const product = sold.map(([name, price, isPublished], n) => ({
    id: demoId(tenant, 'product', n),
    name,
    price,
    isPublished,
  }));
  const at = (days: number) => before(now, -days * day).toISOString();
  const usesOf = (code: string) =>
    of.order.filter(({ voucherCode, status }) => voucherCode === code && counts.has(status)).length;
  const rows = plans.map(({ from, to, isUsedUp, holds = {}, ...fields }, n) => ({
    holds,
    row: {
      isActive: true,
      isPublished: false,
      ...fields,
      ...(isUsedUp && { quota: usesOf(fields.code) }),
      id: demoId(tenant, 'voucher', n),
      startDate: at(from),
      endDate: to === null ? null : at(to),
      updatedAt: before(now, (plans.length - n) * 4 * day).toISOString(),
    } satisfies Identified<'voucher'>,
  }));
  const links = linksOf(rows);
  return {
    product,
    voucher: rows.map(({ row }) => row),
    voucherCourse: links('courses', of.course).map(([voucherId, courseId]) => ({ voucherId, courseId })),
    voucherPath: links('paths', of.learningPath).map(([voucherId, pathId]) => ({ voucherId, pathId })),
    voucherPlan: links('plans', of.subscriptionPlan).map(([voucherId, planId]) => ({ voucherId, planId })),
    voucherProduct: links('products', product).map(([voucherId, productId]) => ({ voucherId, productId })),
    voucherRedemption: redemptionsOf(
      rows.map(({ row }) => row),
      of.order,
    ),
  };
}
