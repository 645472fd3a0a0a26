/** Tests the rows and spans of the timeline. */
import { expect, test } from 'vitest';
import type { Bar } from '#contract/campaign/timeline.ts';
import { groupsOf, spanOf } from './timeline-rows.ts';

const bar = (id: string, startDate: string | null, campaign: string | null = null) =>
  ({ id, startDate, endDate: '2026-12-31T00:00:00Z', campaign: campaign && { id: campaign, name: campaign } }) as Bar;

test('groups the promotions of a campaign, and sorts groups and bars by start, unbounded ones first', () => {
  const bars = [
    bar('late', '2026-12-01T00:00:00Z', 'A'),
    bar('alone', '2026-11-15T00:00:00Z'),
    bar('early', '2026-11-01T00:00:00Z', 'A'),
    bar('always', null),
  ];
  const groups = groupsOf(bars).map(({ campaign, bars: some }) => [campaign?.id, ...some.map(({ id }) => id)]);
  expect(groups).toEqual([
    [undefined, 'always'],
    ['A', 'early', 'late'],
    [undefined, 'alone'],
  ]);
});

test.each([
  ['inside', 25, 50, { left: 25, width: 25 }],
  ['beyond both ends', -Infinity, Infinity, { left: 0, width: 100 }],
  ['before the window', -20, -10, { left: 0, width: 0 }],
])('a period %s covers its part of the window', (_, start, end, span) => {
  expect(spanOf(start, end, { from: 0, to: 100 })).toEqual(span);
});
