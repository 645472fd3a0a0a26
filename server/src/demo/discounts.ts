/**
 * Discounts of every type and status; two discounts that are or will be in force never share a product at the same time
 * (domain.md, Discount).
 */
import { DiscountType } from '#contract/pricing/price.ts';
import { demoId } from './demo-id.ts';
import { dice } from './dice.ts';
import { before, day } from './moments.ts';
import type { DemoRows, Identified, World } from './records.ts';

interface Plan {
  name: string;
  value: number;
  discountType: DiscountType;
  productType?: 'learning paths' | 'subscriptions' | 'products';
  /** Days from now; null: no bound. */
  from: number | null;
  to: number | null;
  isActive?: false;
  /** Number of assigned products. */
  holds: number;
}

const { IDR_BECOMES, IDR_OFF, PERCENTAGE } = DiscountType;
const onPaths = { productType: 'learning paths' } as const;

const plans: readonly Plan[] = [
  // Expired.
  { name: 'Semarak Akhir Tahun', value: 30, discountType: PERCENTAGE, from: -330, to: -300, holds: 8 },
  { name: 'Promo Ulang Tahun', value: 75_000, discountType: IDR_OFF, from: -120, to: -90, holds: 6 },
  {
    name: 'Bundel Hemat Jalur Belajar',
    value: 499_000,
    discountType: IDR_BECOMES,
    ...onPaths,
    from: -75,
    to: -45,
    holds: 3,
  },
  // Switched off.
  { name: 'Diskon Korporat', value: 35, discountType: PERCENTAGE, from: null, to: null, isActive: false, holds: 5 },
  {
    name: 'Potongan Langganan Tahunan',
    value: 250_000,
    discountType: IDR_OFF,
    productType: 'subscriptions',
    from: null,
    to: null,
    isActive: false,
    holds: 0,
  },
  {
    name: 'Promo E-book',
    value: 49_000,
    discountType: IDR_BECOMES,
    productType: 'products',
    from: null,
    to: null,
    isActive: false,
    holds: 0,
  },
  // Scheduled.
  { name: 'Early Bird Batch Berikutnya', value: 500_000, discountType: IDR_OFF, from: 5, to: 20, holds: 2 },
  { name: 'Flash Sale Akhir Bulan', value: 99_000, discountType: IDR_BECOMES, from: 3, to: 4, holds: 3 },
  { name: 'Promo Awal Semester', value: 20, discountType: PERCENTAGE, ...onPaths, from: 20, to: 45, holds: 2 },
  // In force.
  { name: 'Paket Karier', value: 25, discountType: PERCENTAGE, ...onPaths, from: -30, to: 30, holds: 2 },
  { name: 'Harga Mahasiswa', value: 15, discountType: PERCENTAGE, from: null, to: null, holds: 4 },
  { name: 'Potongan Belajar Rp100.000', value: 100_000, discountType: IDR_OFF, from: -60, to: null, holds: 3 },
  { name: 'Harga Perkenalan', value: 199_000, discountType: IDR_BECOMES, from: -30, to: 30, holds: 3 },
  { name: 'Promo Gajian', value: 20, discountType: PERCENTAGE, from: -3, to: 4, holds: 4 },
];

export type Discounts = Pick<DemoRows, 'discount' | 'discountCourse' | 'discountPath'>;
type Product = { id: string; price?: number | undefined; isPublished?: boolean | undefined };

export function makeDiscounts(
  { tenant, now }: World,
  courses: readonly Product[],
  paths: readonly Product[],
): Discounts {
  const chance = dice(`${tenant} discounts`);
  const taken = new Set<string>();
  const made = plans.map((plan, n) => {
    const { from, to, holds, isActive = true, productType = 'courses', ...fields } = plan;
    const row: Identified<'discount'> = {
      ...fields,
      id: demoId(tenant, 'discount', n),
      productType,
      isActive,
      startDate: at(now, from),
      endDate: at(now, to),
      updatedAt: before(now, (plans.length - n) * 5 * day).toISOString(),
    };
    const isExclusive = isActive && (to === null || to > 0);
    const products = productType === 'courses' ? courses : paths;
    const fitting = products.filter(
      ({ id, price = 0, isPublished }) => isPublished && price > leastPrice(plan) && !(isExclusive && taken.has(id)),
    );
    const held = chance.sample(fitting, holds).map(({ id }) => id);
    if (isExclusive) for (const id of held) taken.add(id);
    return { row, held };
  });
  const links = (type: string) =>
    made
      .filter(({ row }) => row.productType === type)
      .flatMap(({ row, held }) => held.map((id) => [row.id, id] as const));
  return {
    discount: made.map(({ row }) => row),
    discountCourse: links('courses').map(([discountId, courseId]) => ({ discountId, courseId })),
    discountPath: links('learning paths').map(([discountId, pathId]) => ({ discountId, pathId })),
  };
}

/** Lowest allowed price: an amount must leave something to pay, and a fixed price must be lower than the list price. */
const leastPrice = ({ value, discountType }: Plan) => (discountType === PERCENTAGE ? 0 : value);

const at = (now: Date, days: number | null) => (days === null ? null : before(now, -days * day).toISOString());
