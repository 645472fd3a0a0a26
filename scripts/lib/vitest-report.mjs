/**
 * Vitest reporter for `npm test`: writes a Tally (`tally.mjs`) to the file named by VITEST_REPORT. Errors outside the
 * tests count as failures; vitest's own JSON reporter leaves them out.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** @param {{ message: string } | undefined} error */
const firstLine = (error) => error?.message.split('\n', 1)[0] ?? 'an error';

/**
 * The message of a failed test: a property's names its seed and its counterexample.
 *
 * @param {{ message: string } | undefined} error
 */
const message = (error) => error?.message.slice(0, 2000).replaceAll('\n', '\n  ') ?? 'an error';

export default class Report {
  /** @type {NonNullable<import('vitest/node').Reporter['onTestRunEnd']>} */
  onTestRunEnd = (modules, unhandled) => {
    const failures = unhandled.map((error) => `outside the tests: ${firstLine(error)}`);
    /** @type {string[]} */
    const flaky = [];
    let passed = 0;
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId);
      for (const error of module.errors()) failures.push(`${file}\n  ${firstLine(error)}`);
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) failures.push(`${file} › ${suite.fullName}\n  ${firstLine(error)}`);
      for (const suite of [module, ...module.children.allSuites()]) {
        // Written by `server/src/platform/testing/repeated-set-up.ts`.
        const { repeatedSetUp } = /** @type {{ repeatedSetUp?: string }} */ (suite.meta());
        if (repeatedSetUp && suite.errors().length === 0) flaky.push(`${file} › set-up\n  ${repeatedSetUp}`);
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') {
          passed += 1;
          if (test.diagnostic()?.flaky) flaky.push(`${file} › ${test.fullName}\n  ${firstLine(errors?.[0])}`);
        } else if (state === 'failed') failures.push(`${file} › ${test.fullName}\n  ${message(errors[0])}`);
      }
    }
    const to = process.env.VITEST_REPORT;
    if (!to) throw new Error('VITEST_REPORT names no file');
    writeFileSync(to, JSON.stringify({ passed, failures, flaky }));
  };
}
