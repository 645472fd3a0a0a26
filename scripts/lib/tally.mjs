/** Adds up what the two test runners reported, so that no failure is lost between them. */

/** @typedef {{ passed: number, failed: number }} Tally */

/** A runner that left no report, or no test, has failed: silence is no success. */
const missing = { passed: 0, failed: 1 };

/**
 * @param {{ numPassedTests: number, numFailedTests: number, success: boolean } | undefined} report vitest's JSON report
 * @returns {Tally} a run that failed outside its tests (a file that does not load) counts as one failure
 */
export function countVitest(report) {
  if (!report || report.numPassedTests + report.numFailedTests === 0) return missing;
  return { passed: report.numPassedTests, failed: report.success ? 0 : Math.max(1, report.numFailedTests) };
}

/**
 * @param {{ stats: { expected: number, flaky: number, unexpected: number }, errors: unknown[] } | undefined} report
 * Playwright's JSON report
 * @returns {Tally}
 */
export function countPlaywright(report) {
  if (!report) return missing;
  const { expected, flaky, unexpected } = report.stats;
  if (expected + flaky + unexpected + report.errors.length === 0) return missing;
  return { passed: expected + flaky, failed: unexpected + report.errors.length };
}

/**
 * @param {Tally} a
 * @param {Tally} b
 * @returns {Tally}
 */
export const sum = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed });
