/** Tests the rule of when a final project may be handed in again. */
import { expect, it } from 'vitest';
import { handInConflict } from './rules.ts';

it.each<[title: string, latest: Parameters<typeof handInConflict>[0], reason: string | undefined]>([
  ['nothing was handed in', undefined, undefined],
  ['it waits', { attempt: 1, status: 'not-reviewed', reviewScore: null }, 'Attempt 1 waits for its review'],
  ['no review was asked for', { attempt: 1, status: null, reviewScore: null }, undefined],
  ['it is below the passing score', { attempt: 2, status: 'checked', reviewScore: 69 }, undefined],
  ['it is at the passing score', { attempt: 2, status: 'checked', reviewScore: 70 }, 'Attempt 2 passed already'],
])('if %s', (_, latest, reason) => {
  expect(handInConflict(latest, 70)).toBe(reason);
});
