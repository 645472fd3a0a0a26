/** The fields of what lowers a price for a time, discounts and vouchers: type and value, the status and its switch. */
import { z } from 'zod';
import { choice, field } from './draft.ts';
import { type byIdOf, orBlank, version, whole } from './fields.ts';
import { type Endpoint, type Messages, endpoint } from './kernel.ts';
import { DiscountType, type Period, discountTypeNames, ruleProblems } from './price.ts';

export const status = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
/** A status as a query sends it: the number, as the list shows it. */
export const statusFilter = orBlank(
  z.enum(['0', '1', '2', '3'], 'A status is 0 to 3').transform((digit) => Number(digit) as z.infer<typeof status>),
);

/** What the value is of each type. */
const values = {
  [DiscountType.IDR_BECOMES]: {
    label: 'Price becomes',
    hint: 'What a member pays, whatever the list price; it never raises a price.',
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
  given: ({ discountType }: { discountType: DiscountType }) => values[discountType],
});

/** Value and type; `key` is what the value is called on the wire. */
export const reductionFields = <Key extends string>(key: Key) => ({
  ...({ [key]: value } as Record<Key, typeof value>),
  // 10 of a hundred is not 10 rupiah.
  discountType: field(choice(discountTypeNames, 'Choose a type'), { label: 'Type', empties: key }),
});

/** The rules across them and the period, at the field that is wrong. */
export const checkReduction =
  <Key extends string>(key: Key) =>
  (draft: Partial<Period> & { discountType: DiscountType } & Record<Key, number>, context: z.RefinementCtx): void => {
    const { discountType: type, startDate = null, endDate = null } = draft;
    for (const { part, message } of ruleProblems({ type, value: draft[key], startDate, endDate }))
      context.addIssue({ code: 'custom', path: [part === 'value' ? key : part], message });
  };

interface Switched<Own extends z.ZodRawShape> {
  get: Pick<Endpoint, 'area' | 'roles' | 'url'> & { params?: ReturnType<typeof byIdOf> };
  remove: { reply: z.ZodObject<Own> };
}

/** The switch of a record: 0 INACTIVE or 1 ACTIVE. Answers the status derived from the period. */
export const statusSwitch = <Own extends z.ZodRawShape>({ get, remove }: Switched<Own>, messages: Messages) =>
  endpoint({
    area: get.area,
    method: 'PUT',
    url: `${get.url}/status/`,
    roles: get.roles,
    params: get.params!,
    versioned: true,
    body: z.object({ status: z.union([z.literal(0), z.literal(1)], 'A status is 0 or 1') }),
    reply: z.object({ ...remove.reply.shape, status, version }),
    messages,
  });
