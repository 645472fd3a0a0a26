/** Campaigns: discounts and vouchers under one name, with shared dates and one switch (ours; docs/decisions/0082). */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { id, instant, name } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { withReverse } from '../kernel/sorts.ts';
import { switchedEndpoints } from '../kernel/switched-record.ts';
import { whenValid } from '../kernel/when-valid.ts';
import { reductionFields } from '../pricing/fields.ts';
import { DiscountType, periodProblem, valueProblem } from '../pricing/price.ts';
import { type ProductType, productNames } from '../pricing/product-type.ts';
import { discountBadges } from '../pricing/promotion-badge.ts';

/** Upper limit of promotions in a campaign. */
export const maxPromotions = 100;

const fields = z.object({
  name: field(name(3, 100), { label: 'Name', hint: 'For your team; members see prices and codes only.' }),
  startDate: field(instant, { label: 'Starts' }),
  endDate: field(instant, { label: 'Ends', isEnd: true }),
});
type Fields = z.ZodType<{ startDate: string; endDate: string }>;
const checkPeriod = <S extends Fields>(draft: S): S =>
  draft.superRefine(
    (period, context) => {
      const message = periodProblem(period);
      if (message) context.addIssue({ code: 'custom', path: ['endDate'], message });
    },
    whenValid('startDate', 'endDate'),
  );

/** Form fields. */
export const campaignDraft = checkPeriod(fields);

const { discount, discountType } = reductionFields('discount');
/** Form fields of a new campaign, with the value of its first discount; null: it begins without one. */
export const newCampaignDraft = checkPeriod(
  fields
    .extend({
      discountType: discountType.default(DiscountType.PERCENTAGE),
      discount: discount.nullable().default(null),
      productType: field(choice(productNames).default('courses'), { label: 'Discount on' }),
    })
    .superRefine(
      ({ discountType: type, discount: value }, context) => {
        const message = value === null ? undefined : valueProblem({ type, value });
        if (message) context.addIssue({ code: 'custom', path: ['discount'], message });
      },
      whenValid('discountType', 'discount'),
    ),
);

const moment = z.string().nullable();

/** Discount or voucher, with what its badge needs. */
export const promotion = z.object({
  kind: z.enum(['discount', 'voucher']),
  id,
  name: z.string(),
  /** Code of a voucher. */
  code: z.string().nullable(),
  /** Products that a discount applies to. */
  productType: z.enum(Object.keys(productNames) as [ProductType, ...ProductType[]]).nullable(),
  discountType: z.literal([0, 1, 2]),
  value: z.int(),
  startDate: moment,
  endDate: moment,
  status: z.literal([0, 1, 2, 3]),
  totalAssigned: z.int(),
  allProduct: z.boolean(),
  isPublished: z.boolean(),
  usedCount: z.int(),
  quota: z.int().nullable(),
});
export type CampaignPromotion = z.infer<typeof promotion>;

const records = switchedEndpoints({
  kind: 'campaign',
  draft: campaignDraft,
  sorts: withReverse('-createdAt', 'name', '-startDate', 'endDate', '-updatedAt'),
  badges: discountBadges,
  /** `totalAssigned`: number of its discounts and vouchers. */
  more: { totalDiscounts: z.int(), totalVouchers: z.int(), totalAssigned: z.int() },
  detail: { promotions: z.array(promotion) },
  messages: {
    create: { ok: 'Campaign created successfully', fail: 'Failed to create campaign' },
    update: { ok: 'Campaign updated successfully', fail: 'Failed to update data, please try again' },
    remove: { ok: 'Campaign deleted successfully', fail: 'Failed to delete campaign' },
    setStatus: { ok: 'Campaign and promotions switched', fail: 'Failed to switch the campaign' },
  },
});

/**
 * Endpoints of campaigns: list, create (with a first discount, inactive and of the same name), get, update, remove and
 * switch. New dates become those of its promotions, and the switch is that of all of them: 409 if a rule of one of them
 * refuses, and nothing changes.
 */
export const campaigns = {
  ...records,
  create: endpoint({ ...records.create, body: newCampaignDraft }),
  setStatus: { ...records.setStatus, recordsBatch: true },
};
