/** Vouchers (spec §3, §4, §7, §8; domain.md, Voucher). Their assignments are in assignment.ts. */
import { z } from 'zod';
import { field } from '../kernel/draft.ts';
import {
  instant,
  money,
  name,
  publishedFilter,
  text,
  whole,
  byIdOf,
  idOf,
  listQuery,
  listReply,
} from '../kernel/fields.ts';
import { DiscountType } from '../pricing/price.ts';
import { promotionBadges } from '../pricing/promotion-badge.ts';
import { campaignField, checkReduction, endField, reductionFields } from '../pricing/fields.ts';
import { withReverse } from '../kernel/sorts.ts';
import { switchedEndpoints } from '../kernel/switched-record.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { orderStatuses } from '../order/status.ts';
import { listSize } from '../kernel/page-size.ts';

/** Voucher code, in upper case; case is ignored on input. Empty: the server generates one. */
const code = name(0, 20)
  .toUpperCase()
  .regex(/^[A-Z0-9]*$/, 'Letters A to Z and digits alone')
  .refine((typed) => typed === '' || typed.length >= 4, 'At least 4 characters')
  .default('');

const some = money.min(1, 'At least Rp1').nullable().default(null);
const times = whole().min(1, 'At least 1').max(1_000_000, 'At most 1.000.000');

interface Kind {
  discountType: DiscountType;
  isRepeating: boolean;
}

/** Reason a part of a used voucher cannot change. */
export const usedLock = (part: 'code' | 'period'): string =>
  `It was used: its ${part} cannot change. Deactivate it and create another`;

/** Form fields. */
export const voucherDraft = checkReduction(
  z.object({
    name: field(name(3, 100), { label: 'Name', hint: 'For your team; members type the code.' }),
    code: field(code, { label: 'Code', placeholder: 'HEMAT50', hint: 'Empty: one is generated.' }),
    description: field(text(2000).default(''), { label: 'Description', kind: 'textArea' }),
    ...reductionFields('discountPrice'),
    maxDiscount: field(some, {
      label: 'At most off',
      hint: 'Empty: no limit.',
      kind: 'money',
      overrides: ({ discountType }: Kind) => ({ isHidden: discountType !== DiscountType.PERCENTAGE }),
    }),
    minPurchase: field(some, {
      label: 'Purchases from',
      hint: 'After discounts. Empty: no minimum.',
      kind: 'money',
    }),
    startDate: field(instant, { label: 'Starts' }),
    endDate: endField,
    quota: field(times.nullable().default(null), { label: 'Uses in all', hint: 'Empty: no limit.' }),
    isRepeating: field(z.boolean().default(false), { label: 'A member may use it more than once' }),
    quotaPerUser: field(times.default(1), {
      label: 'Uses by one member',
      overrides: ({ isRepeating }: Kind) => ({ isHidden: !isRepeating }),
    }),
    isStackable: field(z.boolean().default(false), { label: 'Also on discounted products' }),
    allProduct: field(z.boolean().default(false), { label: 'For all products' }),
    isPublished: field(z.boolean().default(false), {
      label: 'Published',
      hint: 'On: it can be used. Off: it cannot.',
    }),
  }),
  'discountPrice',
);

/** Endpoints of vouchers: list, create, get, update, remove and switch. */
export const vouchers = switchedEndpoints({
  kind: 'voucher',
  draft: voucherDraft,
  sorts: withReverse('-createdAt', 'name', '-startDate', 'endDate', '-updatedAt'),
  filters: { isPublished: publishedFilter },
  badges: promotionBadges,
  more: { usedCount: z.int(), totalAssigned: z.int(), ...campaignField },
  detail: {
    /** Order of a company whose seats are its codes; null: a promotion. */
    orderId: idOf('order').nullable(),
    totalCodes: z.int(),
    totalCourses: z.int(),
    totalPaths: z.int(),
    totalPlans: z.int(),
    totalProducts: z.int(),
  },
  messages: {
    create: { ok: 'Voucher created successfully', fail: 'Failed to create new voucher' },
    update: { ok: 'Voucher berhasil disimpan', fail: 'Failed to update data, please try again' },
    remove: { ok: 'Voucher deleted successfully', fail: 'Failed to delete voucher' },
    setStatus: { fail: 'Fail to toggle voucher status' },
  },
});

/** Lists the orders that used a voucher, latest first; cancelled and similar orders released their use. */
export const listRedemptions = endpoint({
  area: 'voucher',
  method: 'GET',
  url: '/admin/voucher/:id/redemptions/',
  roles: ['admin'],
  params: byIdOf('voucher'),
  query: listQuery({}, listSize(2)),
  reply: listReply(
    'redemptions',
    z.object({
      orderId: idOf('order'),
      invoiceNumber: z.string(),
      user: z.object({ id: idOf('user'), name: z.string() }),
      /** Reduction in rupiah. */
      amount: z.int(),
      status: z.enum(orderStatuses),
      redeemedAt: z.string(),
      /** null: the use still counts. */
      releasedAt: z.string().nullable(),
    }),
  ),
});
