/** Endpoints of the chase order and of the report of recovered payments (ours; docs/decisions/0050). */
import { z } from 'zod';
import { type ChaseRule, chaseKinds } from './chase-order.ts';
import { field } from '../kernel/draft.ts';
import { idOf, instant, listQuery, listReply, version, whole } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { deskUrl, documentId, narrowing } from './desk.ts';
import { trackingRoles } from './endpoints.ts';
import { listSize } from '../kernel/page-size.ts';
import { storedFields } from '../kernel/record-endpoints.ts';

const between = (min: number, max: number) =>
  whole().min(min, `From ${min} to ${max}`).max(max, `From ${min} to ${max}`);
const points = between(0, 100);

/** Form fields of the rule. */
export const chaseRuleDraft = z.object({
  valuePoints: field(points, { label: 'Points for each Rp100.000' }),
  valueMost: field(points, { label: 'At most for the value' }),
  agePoints: field(points, { label: 'Points for each day waiting' }),
  ageMost: field(points, { label: 'At most for the age' }),
  discountPoints: field(points, { label: 'Points for a discount that ends', hint: 'All of them on its last day.' }),
  discountDays: field(between(1, 30), { label: 'Days before its end', hint: 'When the first points are added.' }),
  contactPoints: field(points, { label: 'Points off after a contact' }),
  contactHours: field(between(1, 720), { label: 'Hours after a contact', hint: 'How long they stay off.' }),
  windowDays: field(between(1, 90), { label: 'Days of orders to chase', hint: 'Older orders are in Unpaid only.' }),
} satisfies Record<keyof ChaseRule, z.ZodType>);

const all = { area: 'desk-order', roles: trackingRoles } as const;
const ruleUrl = '/admin/order-tracking/chase-rule/';
const rule = z.object({ ...storedFields(chaseRuleDraft.shape), version, updatedAt: z.string() });

export const getChaseRule = endpoint({ ...all, method: 'GET', url: ruleUrl, versioned: true, reply: rule });

/** Replaces the rule of the brand. */
export const updateChaseRule = endpoint({
  ...all,
  roles: ['admin'],
  method: 'PUT',
  url: ruleUrl,
  versioned: true,
  body: chaseRuleDraft,
  reply: rule,
  messages: { ok: 'Rule saved', fail: 'The rule was not saved' },
});

const chased = z.object({
  documentId: z.string(),
  score: z.int(),
  parts: z.array(z.object({ kind: z.enum(chaseKinds), points: z.int() })),
  /** Price of the course today, in rupiah; null for a course of another system. */
  value: z.int().nullable(),
  orderedAt: z.string(),
  discountEndsAt: z.string().nullable(),
  contactedAt: z.string().nullable(),
});
export type Chased = z.infer<typeof chased>;

/**
 * Lists open orders that are unclaimed or the caller's, in chase order. `rule` is the rule that ranked them. `readFrom`:
 * documents from this moment on should be taken in first ({@link takeInOrders}); null: the last time was just now.
 */
export const listChase = endpoint({
  ...all,
  method: 'GET',
  url: `${deskUrl}/chase/`,
  query: listQuery(narrowing, listSize(2)).omit({ search: true }),
  reply: listReply('orders', chased).extend({
    rule: rule.omit({ version: true, updatedAt: true }),
    readFrom: z.string().nullable(),
  }),
});

/** Documents per call of {@link takeInOrders}. */
export const maxTakenIn = 500;

/**
 * Takes stored documents into the chase order, and out of it if they are no longer open or deleted. `readFrom` with the
 * last ones: every document from this moment on has been named. 503 if the documents cannot be read.
 */
export const takeInOrders = endpoint({
  ...all,
  method: 'POST',
  url: `${deskUrl}/take-in/`,
  body: z.object({
    ids: z.array(documentId).max(maxTakenIn),
    readFrom: instant.nullable(),
  }),
  reply: z.object({}),
});

/** Periods of the report, in days. */
export const recoveryPeriods = [7, 30, 90] as const;
/** Choices for the days between a contact and a payment that it recovered. */
export const recoverySpans = [1, 3, 7, 14] as const;

const recovered = {
  /** Orders whose buyer was written to. */
  contacted: z.int(),
  /** Those paid after it. */
  recovered: z.int(),
  /** Rupiah of the recovered orders whose price is known. */
  value: z.int(),
};
const totals = z.object(recovered);
export type Recovered = z.infer<typeof totals>;

const chosenOf = <const Days extends readonly number[]>(days: Days, usual: `${Days[number]}`) =>
  z.enum(days.map(String) as `${Days[number]}`[]).default(usual as never);

/**
 * Reports which contacts of the last `period` days a payment followed within `within` days. A payment belongs to the
 * last contact before it. `byHour` has the hours of the day (WIB) with a contact.
 */
export const reportRecovery = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/order-tracking/recovery/',
  query: z.object({
    period: field(chosenOf(recoveryPeriods, '30'), { label: 'Period of the contacts' }),
    within: field(chosenOf(recoverySpans, '7'), { label: 'Paid within' }),
  }),
  reply: z.object({
    total: totals,
    byTemplate: z.array(z.object({ template: z.string().nullable(), ...recovered })),
    byPerson: z.array(z.object({ userId: idOf('user').nullable(), name: z.string().nullable(), ...recovered })),
    byHour: z.array(z.object({ hour: z.int(), ...recovered })),
  }),
});
