/** Words of the chase order: its rule, and the parts of a score. Pure. */
import type { Chased } from '#contract/order-tracking/chase.ts';
import { type ChaseKind, type ChaseRule, fullDays, valueStep } from '#contract/order-tracking/chase-order.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { counted } from '#kit/format/formats.ts';
import { ageOf } from './message.ts';

type Facts = Pick<Chased, 'value' | 'orderedAt' | 'discountEndsAt' | 'contactedAt'>;

const days = (count: number) => counted(count, 'day', 'days');

const endsIn = (left: number) => (left <= 0 ? 'within a day' : left === 1 ? 'tomorrow' : `in ${days(left)}`);

const agoOf = (age: string) => (age === '' || age === 'now' ? 'just now' : `${age} ago`);

const factWords: Readonly<Record<ChaseKind, (facts: Facts, now: number) => string>> = {
  value: ({ value }) => formatMoney(value ?? 0),
  age: ({ orderedAt }, now) => `waiting ${days(fullDays(Date.parse(orderedAt), now))}`,
  discount: ({ discountEndsAt }, now) => `discount ends ${endsIn(fullDays(now, Date.parse(discountEndsAt ?? '')))}`,
  contact: ({ contactedAt }, now) => `written to ${agoOf(ageOf(contactedAt ?? '', now))}`,
};

/** `+24` or `−50`. */
export const signed = (points: number): string => `${points < 0 ? '−' : '+'}${Math.abs(points)}`;

/** Each part with the fact that it is for: `Rp1.250.000`, `+24`. */
export const describeScore = ({ parts, ...facts }: Facts & Pick<Chased, 'parts'>, now = Date.now()) =>
  parts.map(({ kind, points }) => ({ kind, words: factWords[kind](facts, now), points: signed(points) }));

/** One phrase for each part of the rule that is in use, and the window. */
export function describeRule(rule: ChaseRule): string[] {
  const { valuePoints, valueMost, agePoints, ageMost, discountPoints, discountDays, contactPoints, contactHours } =
    rule;
  return [
    ...(valuePoints && valueMost ? [`+${valuePoints} for each ${formatMoney(valueStep)}, at most ${valueMost}`] : []),
    ...(agePoints && ageMost ? [`+${agePoints} for each day waiting, at most ${ageMost}`] : []),
    ...(discountPoints ? [`up to +${discountPoints} when the discount ends within ${days(discountDays)}`] : []),
    ...(contactPoints ? [`−${contactPoints} for ${counted(contactHours, 'hour', 'hours')} after a contact`] : []),
    `orders of the last ${days(rule.windowDays)}`,
  ];
}
