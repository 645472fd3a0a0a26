/** Tests the periods of the sales page. */
import { describe, expect, it } from 'vitest';
import { periodName, periodOf, presetOf, problemOf, usualGroup } from './periods.ts';

describe('periodOf', () => {
  it.each([
    ['7d', '2026-02-23', '2026-03-01'],
    ['30d', '2026-01-31', '2026-03-01'],
    ['month', '2026-03-01', '2026-03-01'],
    ['last-month', '2026-02-01', '2026-02-28'],
  ] as const)('%s on the first of March', (preset, from, to) => {
    expect(periodOf(preset, '2026-03-01')).toEqual({ from, to });
  });

  it('takes an unknown preset as 30 days', () => {
    expect([presetOf('7d'), presetOf('decade'), presetOf(undefined)]).toEqual(['7d', '30d', '30d']);
  });
});

it('a period that ends before it starts, or is too long, has a problem', () => {
  expect(problemOf({ from: '2026-03-02', to: '2026-03-01' })).toContain('Until is before From');
  expect(problemOf({ from: '2025-01-01', to: '2026-03-01' })).toBe('Choose at most 400 days.');
  expect(problemOf({ from: '2026-03-01', to: '2026-03-01' })).toBeUndefined();
});

it('long periods are grouped', () => {
  const group = (to: string) => usualGroup({ from: '2026-01-01', to });
  expect([group('2026-01-31'), group('2026-05-31'), group('2026-12-31')]).toEqual(['day', 'week', 'month']);
});

it('a period is named by its day, its month, or both ends', () => {
  expect(periodName({ from: '2026-03-01', to: '2026-03-01' })).toBe('1 Mar 2026');
  expect(periodName({ from: '2026-02-01', to: '2026-02-28' })).toBe('Februari 2026');
  expect(periodName({ from: '2026-02-02', to: '2026-02-28' })).toBe('2 Feb 2026 – 28 Feb 2026');
});
