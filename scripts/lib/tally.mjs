/** Adds up the reports of both test runners, and names each failure. */

/**
 * @typedef {{ passed: number, failures: string[], flaky: string[] }} Tally `failures` has an entry of one or a few
 * lines for each failed test, `flaky` one for each that passed only when repeated (also counted in `passed`)
 */

/**
 * A runner without a report, or without tests, counts as failed.
 * @param {string} runner
 * @returns {Tally}
 */
const missing = (runner) => ({ passed: 0, failures: [`${runner} reported no test`], flaky: [] });

/**
 * @param {Tally | undefined} report written by `vitest-report.mjs`
 * @returns {Tally}
 */
export const countVitest = (report) =>
  report && report.passed + report.failures.length > 0 ? report : missing('vitest');

/**
 * @typedef {{ title: string, file: string, line: number, ok: boolean, tests?: { status: string }[] }} Spec
 * @typedef {{ title: string, suites?: Suite[], specs?: Spec[] }} Suite
 * @param {Suite} suite
 * @returns {Spec[]}
 */
const specsOf = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** @param {Spec} spec */
const nameOf = ({ file, line, title }) => `e2e/${file}:${line} › ${title}`;

/**
 * @param {{ stats: { expected: number, flaky: number, unexpected: number }, suites: Suite[],
 *   errors: { message?: string }[] } | undefined} report Playwright's JSON report
 * @returns {Tally}
 */
export function countPlaywright(report) {
  if (!report) return missing('Playwright');
  const { expected, flaky, unexpected } = report.stats;
  if (expected + flaky + unexpected + report.errors.length === 0) return missing('Playwright');
  const specs = report.suites.flatMap(specsOf);
  const failed = specs.filter(({ ok }) => !ok).map(nameOf);
  const unnamed = Array.from({ length: unexpected - failed.length }, () => 'a browser test without a name');
  const outside = report.errors.map(({ message }) => `outside the browser tests: ${message ?? 'an error'}`);
  return {
    passed: expected + flaky,
    failures: [...failed, ...unnamed, ...outside],
    flaky: specs.filter(({ tests = [] }) => tests.some(({ status }) => status === 'flaky')).map(nameOf),
  };
}

/**
 * @param {Tally} a
 * @param {Tally} b
 * @returns {Tally}
 */
export const sum = (a, b) => ({
  passed: a.passed + b.passed,
  failures: [...a.failures, ...b.failures],
  flaky: [...a.flaky, ...b.flaky],
});
