/** Adds up what the two test runners reported, so that no failure is lost between them, and none is without a name. */

/** @typedef {{ passed: number, failures: string[] }} Tally `failures` has an entry of one or a few lines for each */

/**
 * A runner that left no report, or no test, has failed: silence is no success.
 * @param {string} runner
 * @returns {Tally}
 */
const missing = (runner) => ({ passed: 0, failures: [`${runner} reported no test`] });

/**
 * @param {Tally | undefined} report what `vitest-report.mjs` wrote
 * @returns {Tally}
 */
export const countVitest = (report) =>
  report && report.passed + report.failures.length > 0 ? report : missing('vitest');

/**
 * @typedef {{ title: string, file?: string, line?: number, suites?: Suite[],
 *   specs?: { title: string, file: string, line: number, ok: boolean }[] }} Suite
 * @param {Suite} suite
 * @returns {string[]}
 */
const failuresOf = ({ suites = [], specs = [] }) => [
  ...specs.filter((spec) => !spec.ok).map((spec) => `e2e/${spec.file}:${spec.line} › ${spec.title}`),
  ...suites.flatMap(failuresOf),
];

/**
 * @param {{ stats: { expected: number, flaky: number, unexpected: number }, suites: Suite[],
 *   errors: { message?: string }[] } | undefined} report Playwright's JSON report
 * @returns {Tally}
 */
export function countPlaywright(report) {
  if (!report) return missing('Playwright');
  const { expected, flaky, unexpected } = report.stats;
  if (expected + flaky + unexpected + report.errors.length === 0) return missing('Playwright');
  const failed = report.suites.flatMap(failuresOf);
  const unnamed = Array.from({ length: unexpected - failed.length }, () => 'a browser test without a name');
  const outside = report.errors.map(({ message }) => `outside the browser tests: ${message ?? 'an error'}`);
  return { passed: expected + flaky, failures: [...failed, ...unnamed, ...outside] };
}

/**
 * @param {Tally} a
 * @param {Tally} b
 * @returns {Tally}
 */
export const sum = (a, b) => ({ passed: a.passed + b.passed, failures: [...a.failures, ...b.failures] });
