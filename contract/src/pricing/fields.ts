/** Fields shared by discounts and vouchers: type and value, campaign, and the rules across these and the period. */
import { whenValid } from '../kernel/when-valid.ts';
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { idOf, instant, whole } from '../kernel/fields.ts';
import { DiscountType, type Period, discountTypeNames, periodProblem, valueProblem } from './price.ts';

/** Options of the value by type. */
const values = {
  [DiscountType.IDR_BECOMES]: {
    label: 'Price becomes',
    hint: 'What a member pays, regardless of the list price. It never raises a price.',
    kind: 'money',
  },
  [DiscountType.IDR_OFF]: {
    label: 'Amount off',
    hint: 'Taken off the list price; the price does not go below Rp0.',
    kind: 'money',
  },
  [DiscountType.PERCENTAGE]: {
    label: 'Percentage off',
    hint: 'From 1 to 100, rounded down to the rupiah.',
    kind: 'percent',
  },
} as const;
const value = field(whole().min(0, 'Not below 0').max(1_000_000_000, 'At most Rp1.000.000.000'), {
  label: 'Value',
  overrides: ({ discountType }: { discountType: DiscountType }) => values[discountType],
});

/** Fields for value and type; `key` is the wire name of the value. */
export const reductionFields = <Key extends string>(key: Key) => ({
  ...({ [key]: value } as Record<Key, typeof value>),
  // Changing the type resets the value: 10 percent is not 10 rupiah.
  discountType: field(choice(discountTypeNames, 'Choose a type'), { label: 'Type', empties: key }),
});

/** Campaign that a discount or voucher is in. */
export const campaignField = { campaign: z.object({ id: idOf('campaign'), name: z.string() }).nullable() };

/** End of the period. */
export const endField = field(instant.nullable().default(null), {
  label: 'Ends',
  hint: 'Empty: until you deactivate it.',
  isEnd: true,
});

type Reduced<Key extends string> = Partial<Period> & { discountType: DiscountType } & Record<Key, number>;

/** Adds the rules across value, type and period to a draft; errors are reported at the affected field. */
export const checkReduction = <Key extends string, S extends z.ZodType<Reduced<Key>>>(draft: S, key: Key): S =>
  draft
    .superRefine(
      ({ discountType: type, [key]: value }, context) => {
        const message = valueProblem({ type, value });
        if (message) context.addIssue({ code: 'custom', path: [key], message });
      },
      whenValid('discountType', key),
    )
    .superRefine(
      (period, context) => {
        const message = periodProblem(period);
        if (message) context.addIssue({ code: 'custom', path: ['endDate'], message });
      },
      whenValid('startDate', 'endDate'),
    );
