/** Tests the chase order: tables for each part of the score, and properties of the order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChaseFacts, type ChaseRule, chaseDefaults, chaseParts, inChaseOrder, scoreOf } from './chase-order.ts';

const now = Date.parse('2026-11-24T03:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;
const nothing: ChaseFacts = { value: null, orderedAt: now, discountEndsAt: null, contactedAt: null };
const pointsOf = (facts: Partial<ChaseFacts>, rule: Partial<ChaseRule> = {}) =>
  scoreOf(chaseParts({ ...chaseDefaults, ...rule }, { ...nothing, ...facts }, now));

describe('the points', () => {
  it.each([
    [null, 0],
    [0, 0],
    [99_999, 0],
    [100_000, 2],
    [1_250_000, 24],
    [1_999_999, 38],
    [2_000_000, 40],
    [900_000_000, 40],
  ])('for a value of %s are %i', (value, points) => {
    expect(pointsOf({ value })).toBe(points);
  });

  it.each([
    [-hour, 0],
    [0, 0],
    [day - 1, 0],
    [day, 10],
    [2 * day + hour, 20],
    [3 * day, 30],
    [20 * day, 30],
  ])('for an order made %i ms ago are %i', (age, points) => {
    expect(pointsOf({ orderedAt: now - age })).toBe(points);
  });

  it.each([
    [-1, 0],
    [0, 40],
    [day - 1, 40],
    [day, 27],
    [2 * day, 13],
    [3 * day - 1, 13],
    [3 * day, 0],
  ])('for a discount that ends in %i ms are %i', (left, points) => {
    expect(pointsOf({ discountEndsAt: now + left })).toBe(points);
  });

  it.each([
    [0, -50],
    [3 * hour, -50],
    [day - 1, -50],
    [day, 0],
  ])('for a contact %i ms ago are %i', (ago, points) => {
    expect(pointsOf({ contactedAt: now - ago })).toBe(points);
  });

  it('are listed by what they are for, without those of 0', () => {
    const facts = {
      value: 1_250_000,
      orderedAt: now - 2 * day,
      discountEndsAt: now + 30 * hour,
      contactedAt: now - 3 * hour,
    };
    expect(chaseParts(chaseDefaults, facts, now)).toEqual([
      { kind: 'value', points: 24 },
      { kind: 'age', points: 20 },
      { kind: 'discount', points: 27 },
      { kind: 'contact', points: -50 },
    ]);
    expect(
      chaseParts(chaseDefaults, { ...facts, contactedAt: null, value: null }, now).map(({ kind }) => kind),
    ).toEqual(['age', 'discount']);
  });
});

const points = fc.integer({ min: 0, max: 100 });
const anyRule: fc.Arbitrary<ChaseRule> = fc.record({
  valuePoints: points,
  valueMost: points,
  agePoints: points,
  ageMost: points,
  discountPoints: points,
  discountDays: fc.integer({ min: 1, max: 30 }),
  contactPoints: points,
  contactHours: fc.integer({ min: 1, max: 720 }),
  windowDays: fc.integer({ min: 1, max: 90 }),
});
const moment = fc.integer({ min: now - 90 * day, max: now + 90 * day });
const anyFacts: fc.Arbitrary<ChaseFacts> = fc.record({
  value: fc.option(fc.integer({ min: 0, max: 1_000_000_000 })),
  orderedAt: moment,
  discountEndsAt: fc.option(moment),
  contactedAt: fc.option(fc.integer({ min: now - 90 * day, max: now })),
});
const score = (rule: ChaseRule, facts: ChaseFacts) => scoreOf(chaseParts(rule, facts, now));

describe('the score', () => {
  it('never falls with a higher value, an older order or an earlier end of the discount', () => {
    fc.assert(
      fc.property(anyRule, anyFacts, fc.integer({ min: 0, max: 30 * day }), (rule, facts, more) => {
        const before = score(rule, facts);
        expect(score(rule, { ...facts, value: (facts.value ?? 0) + more })).toBeGreaterThanOrEqual(before);
        expect(score(rule, { ...facts, orderedAt: facts.orderedAt - more })).toBeGreaterThanOrEqual(before);
        const { discountEndsAt } = facts;
        if (discountEndsAt === null || discountEndsAt - more < now) return;
        const sooner = { ...facts, discountEndsAt: discountEndsAt - more };
        expect(score(rule, sooner)).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  it('never rises with a contact, and stays within the most of the rule', () => {
    fc.assert(
      fc.property(anyRule, anyFacts, (rule, facts) => {
        expect(score(rule, { ...facts, contactedAt: now })).toBeLessThanOrEqual(
          score(rule, { ...facts, contactedAt: null }),
        );
        expect(score(rule, facts)).toBeLessThanOrEqual(rule.valueMost + rule.ageMost + rule.discountPoints);
        expect(score(rule, facts)).toBeGreaterThanOrEqual(-rule.contactPoints);
      }),
    );
  });

  it('has no part whose points the rule sets to 0', () => {
    const off = { valuePoints: 0, agePoints: 0, discountPoints: 0, contactPoints: 0 };
    fc.assert(
      fc.property(anyRule, anyFacts, (rule, facts) => {
        expect(chaseParts({ ...rule, ...off }, facts, now)).toEqual([]);
      }),
    );
  });
});

describe('the order', () => {
  const orders = fc.uniqueArray(
    fc.tuple(anyFacts, fc.uuid()).map(([facts, id]) => ({ ...facts, id })),
    { selector: ({ id }) => id, maxLength: 40 },
  );

  it('has each order once, falls by score, and does not depend on the order of its input', () => {
    fc.assert(
      fc.property(anyRule, orders, (rule, all) => {
        const ranked = inChaseOrder(rule, all, now);
        expect(ranked.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
        for (const [index, one] of ranked.entries()) {
          const next = ranked[index + 1];
          expect(one.score).toBe(score(rule, one));
          if (!next) continue;
          expect(one.score).toBeGreaterThanOrEqual(next.score);
          if (one.score === next.score) expect(one.orderedAt >= next.orderedAt).toBe(true);
        }
        expect(inChaseOrder(rule, all.toReversed(), now)).toEqual(ranked);
      }),
    );
  });
});
