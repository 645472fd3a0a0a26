/** Tests the words of members at risk. */
import { expect, it } from 'vitest';
import { contactInWords, countsInWords, factsInWords } from './risk-words.ts';

const none = { facts: [], idleDays: 0, absences: 0, absentOn: null, failures: 0, failedQuiz: null };

it('names each fact with its numbers, and no other', () => {
  const row = { ...none, idleDays: 14, absences: 2, absentOn: '2026-11-03', failures: 2, failedQuiz: 'Dasar' };
  expect(factsInWords({ ...row, facts: ['idle', 'absent', 'failed'] })).toBe(
    'No progress for 14 days; 2 classes missed, last 3 Nov 2026; Dasar failed 2 times',
  );
  expect(factsInWords({ ...row, facts: ['absent'] })).toBe('2 classes missed, last 3 Nov 2026');
});

it('names the channel, the day and the outcome of a message', () => {
  expect(contactInWords({ channel: 'mail', at: '2026-11-03T18:00:00Z', outcome: 'helped', helpedAt: null })).toBe(
    'Mail, 4 Nov 2026: helped',
  );
});

it('compares the number at risk with a week ago, if both were counted', () => {
  expect(countsInWords({ today: 23, weekAgo: 18 })).toBe('23 at risk, 5 more than a week ago');
  expect(countsInWords({ today: 1200, weekAgo: 1201 })).toBe('1.200 at risk, 1 fewer than a week ago');
  expect(countsInWords({ today: 4, weekAgo: 4 })).toBe('4 at risk, as many as a week ago');
  expect(countsInWords({ today: 0, weekAgo: null })).toBeUndefined();
  expect(countsInWords({ today: null, weekAgo: 3 })).toBeUndefined();
});
