/** Tests the bounds of the date filters, and how search terms are interpreted. */
import { expect, test } from 'vitest';
import { cutoff, decodedEmail, searchedEmail, emailFilterHint, lowerSpelling } from './filters.ts';

const now = new Date('2026-11-21T20:30:00.123Z');

test.each([
  ['7d', '2026-11-15T03:30:00.123Z'],
  ['30d', '2026-10-23T03:30:00.123Z'],
  ['3m', '2026-08-22T03:30:00.123Z'],
  ['6m', '2026-05-22T03:30:00.123Z'],
  ['12m', '2025-11-22T03:30:00.123Z'],
])('the cutoff of %s is now plus seven hours minus the period', (date, expected) => {
  expect(cutoff(date, now)?.toISOString()).toBe(expected);
});

test.each(['', '1d', '7D', 'toString', '__proto__'])('%j sets no bound', (date) => {
  expect(cutoff(date, now)).toBeUndefined();
});

test('a month without that day uses its last day', () => {
  expect(cutoff('3m', new Date('2026-05-31T00:00:00Z'))?.toISOString()).toBe('2026-02-28T07:00:00.000Z');
  expect(cutoff('12m', new Date('2028-02-28T20:00:00Z'))?.toISOString()).toBe('2027-02-28T03:00:00.000Z');
});

test.each([
  ['siti%2Bkursus%40demo.test', 'siti+kursus@demo.test'],
  ['siti+kursus@demo.test', 'siti+kursus@demo.test'],
  ['100%@demo.test', '100%@demo.test'],
  ['%20siti@demo.test', ' siti@demo.test'],
  ['e\u0301@demo.test', 'e\u0301@demo.test'],
  ['%20%20', ''],
  ['   ', ''],
  ['', ''],
])('the e-mail %j is searched as %j', (email, expected) => {
  expect(decodedEmail(email)).toBe(expected);
});

test.each([
  ['siti@demo.test', 'siti@demo.test'],
  ['siti+1@mail.co.id', 'siti+1@mail.co.id'],
  ['\u202asiti@demo.test\u202c\u00a0', 'siti@demo.test'],
  ['mailto:Siti@demo.test', 'Siti@demo.test'],
  ['<siti@demo.test>,', 'siti@demo.test'],
  ['siti', ''],
  ['siti@', ''],
  ['siti@demo', ''],
  ['siti@demo.t', ''],
  ['a b@demo.test', ''],
])('%j searches for the address %j', (typed, email) => {
  expect(searchedEmail(typed)).toBe(email);
});

test('explains addresses that are too long or have spaces around them', () => {
  expect(emailFilterHint('x'.repeat(301))).toContain('longer than 300 characters');
  expect(emailFilterHint(' siti@demo.test')).toContain('spaces');
  expect(emailFilterHint('x'.repeat(300))).toBeUndefined();
  expect(emailFilterHint(' ')).toBeUndefined();
});

test('an address with capitals has a second spelling', () => {
  expect(lowerSpelling('Siti@Demo.test')).toBe('siti@demo.test');
  expect(lowerSpelling('siti@demo.test')).toBeUndefined();
});
