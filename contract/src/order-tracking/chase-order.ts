/** Chase order: which open order to follow up first. Pure, without zod. */
import { dayMs, hourMs } from '../kernel/days.ts';

/** Weights of the rule, edited by admins. Points are whole numbers; the last contact takes its points away. */
export interface ChaseRule {
  /** Points for each full {@link valueStep} of the price. */
  valuePoints: number;
  valueMost: number;
  /** Points for each full day since the order. */
  agePoints: number;
  ageMost: number;
  /** Points if the discount ends within a day; evenly less up to `discountDays`. */
  discountPoints: number;
  discountDays: number;
  /** Points taken away for `contactHours` after a contact. */
  contactPoints: number;
  contactHours: number;
  /** Only orders of the last days are ranked. */
  windowDays: number;
}

/** Rule of a brand that has not changed it. */
export const chaseDefaults: ChaseRule = {
  valuePoints: 2,
  valueMost: 40,
  agePoints: 10,
  ageMost: 30,
  discountPoints: 40,
  discountDays: 3,
  contactPoints: 50,
  contactHours: 24,
  windowDays: 30,
};

/** Rupiah per step of the value. */
export const valueStep = 100_000;

/** Facts that the rule reads; null: unknown or none. Times are milliseconds since 1970, the value is rupiah. */
export interface ChaseFacts {
  value: number | null;
  orderedAt: number;
  discountEndsAt: number | null;
  contactedAt: number | null;
}

/** Kinds of score parts, in display order. */
export const chaseKinds = ['value', 'age', 'discount', 'contact'] as const;
export type ChaseKind = (typeof chaseKinds)[number];

/** Contribution of one fact to the score. */
export interface ChasePart {
  kind: ChaseKind;
  points: number;
}

/** Full days from one moment to another (milliseconds since 1970), rounded down; negative if that is earlier. */
export const fullDays = (from: number, to: number): number => Math.floor((to - from) / dayMs);

const valuePoints = ({ valuePoints: each, valueMost }: ChaseRule, { value }: ChaseFacts) =>
  value === null ? 0 : Math.min(Math.floor(value / valueStep) * each, valueMost);

const agePoints = ({ agePoints: each, ageMost }: ChaseRule, { orderedAt }: ChaseFacts, now: number) =>
  Math.min(Math.max(fullDays(orderedAt, now), 0) * each, ageMost);

function discountPoints({ discountPoints: max, discountDays }: ChaseRule, { discountEndsAt }: ChaseFacts, now: number) {
  const left = discountEndsAt === null ? -1 : fullDays(now, discountEndsAt);
  return left < 0 || left >= discountDays ? 0 : Math.round((max * (discountDays - left)) / discountDays);
}

function contactPoints(rule: ChaseRule, { contactedAt }: ChaseFacts, now: number) {
  const isRecent = contactedAt !== null && now - contactedAt < rule.contactHours * hourMs;
  return isRecent ? 0 - rule.contactPoints : 0;
}

/** Parts of the score, without those of 0 points. `now`: milliseconds since 1970. */
export function chaseParts(rule: ChaseRule, facts: ChaseFacts, now: number): ChasePart[] {
  const points: Record<ChaseKind, number> = {
    value: valuePoints(rule, facts),
    age: agePoints(rule, facts, now),
    discount: discountPoints(rule, facts, now),
    contact: contactPoints(rule, facts, now),
  };
  return chaseKinds.flatMap((kind) => (points[kind] === 0 ? [] : [{ kind, points: points[kind] }]));
}

/** Score of an order: the sum of its parts. */
export const scoreOf = (parts: readonly ChasePart[]): number => parts.reduce((sum, { points }) => sum + points, 0);

/** Sorts orders by falling score; of equal ones, the newest first, then by id. */
export function inChaseOrder<Order extends ChaseFacts & { id: string }>(
  rule: ChaseRule,
  orders: readonly Order[],
  now: number,
): (Order & { parts: ChasePart[]; score: number })[] {
  return orders
    .map((order) => {
      const parts = chaseParts(rule, order, now);
      return { ...order, parts, score: scoreOf(parts) };
    })
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        other.orderedAt - one.orderedAt ||
        (one.id < other.id ? -1 : Number(one.id > other.id)),
    );
}
