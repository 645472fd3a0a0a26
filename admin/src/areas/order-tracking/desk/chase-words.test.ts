/** Tests the words of the chase order. */
import { describe, expect, it } from 'vitest';
import { chaseDefaults } from '#contract/order-tracking/chase-order.ts';
import { describeScore, describeRule } from './chase-words.ts';

const now = Date.parse('2026-11-24T03:00:00Z');
const facts = {
  value: 1_250_000,
  orderedAt: '2026-11-22T02:00:00Z',
  discountEndsAt: '2026-11-25T09:00:00Z',
  contactedAt: '2026-11-24T00:00:00Z',
};
const wordsOf = (more: Partial<typeof facts> = {}) =>
  describeScore(
    {
      ...facts,
      ...more,
      parts: [
        { kind: 'value', points: 24 },
        { kind: 'age', points: 20 },
        { kind: 'discount', points: 27 },
        { kind: 'contact', points: -50 },
      ],
    },
    now,
  ).map(({ words, points }) => `${words} ${points}`);

describe('the reasons', () => {
  it('name each fact with its points', () => {
    expect(wordsOf()).toEqual([
      'Rp1.250.000 +24',
      'waiting 2 days +20',
      'discount ends tomorrow +27',
      'written to 3 h ago −50',
    ]);
  });

  it('are exact at their ends', () => {
    const words = wordsOf({
      orderedAt: '2026-11-23T02:00:00Z',
      discountEndsAt: '2026-11-24T09:00:00Z',
      contactedAt: '2026-11-24T03:00:00Z',
    });
    expect(words.slice(1)).toEqual(['waiting 1 day +20', 'discount ends within a day +27', 'written to just now −50']);
    expect(wordsOf({ discountEndsAt: '2026-11-26T09:00:00Z' })[2]).toBe('discount ends in 2 days +27');
  });
});

describe('the rule', () => {
  it('is one phrase for each part', () => {
    expect(describeRule(chaseDefaults)).toEqual([
      '+2 for each Rp100.000, at most 40',
      '+10 for each day waiting, at most 30',
      'up to +40 when the discount ends within 3 days',
      '−50 for 24 hours after a contact',
      'orders of the last 30 days',
    ]);
  });

  it('leaves out a part without points', () => {
    const rule = { ...chaseDefaults, valueMost: 0, agePoints: 0, discountPoints: 0, contactPoints: 0, windowDays: 1 };
    expect(describeRule(rule)).toEqual(['orders of the last 1 day']);
  });
});
