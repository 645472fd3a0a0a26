/** Proves that the tally of `npm test` hides no failure. */
import { expect, test } from 'vitest';
import { countPlaywright, countVitest, sum } from './tally.mjs';

test('the tally of both runners is their sum', () => {
  const units = countVitest({ numPassedTests: 10, numFailedTests: 2, success: false });
  const pages = countPlaywright({ stats: { expected: 3, flaky: 1, unexpected: 1 }, errors: [] });
  expect(sum(units, pages)).toEqual({ passed: 14, failed: 3 });
});

test.each([
  ['no report', undefined],
  ['a report without tests', { numPassedTests: 0, numFailedTests: 0, success: true }],
])('%s of vitest is a failure', (_, report) => {
  expect(countVitest(report)).toEqual({ passed: 0, failed: 1 });
});

test('a test file that does not load is a failure though no test failed', () => {
  expect(countVitest({ numPassedTests: 5, numFailedTests: 0, success: false })).toEqual({ passed: 5, failed: 1 });
});

test.each([
  ['no report', undefined],
  ['a report without tests', { stats: { expected: 0, flaky: 0, unexpected: 0 }, errors: [] }],
  ['an error outside the tests', { stats: { expected: 0, flaky: 0, unexpected: 0 }, errors: [{}] }],
])('%s of Playwright is a failure', (_, report) => {
  expect(countPlaywright(report)).toEqual({ passed: 0, failed: 1 });
});
