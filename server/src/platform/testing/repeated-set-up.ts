/** Vitest runner that repeats a failed `beforeAll` once, so that a lost connection does not fail a whole file. */
import { type RunnerTestSuite, TestRunner } from 'vitest';

type SetUp = ReturnType<typeof TestRunner.getSuiteHooks>['beforeAll'][number];

/** Runs the hook again from its beginning, where it takes a new database, and names the error in the suite's meta. */
const repeated = (setUp: SetUp): SetUp =>
  Object.assign(async (suite: RunnerTestSuite) => {
    try {
      return await setUp(suite);
    } catch (error) {
      suite.meta.repeatedSetUp = error instanceof Error ? error.message : String(error);
      console.warn(`The set-up of ${suite.name} failed and is repeated: ${suite.meta.repeatedSetUp}`);
      return setUp(suite);
    }
  }, setUp);

export default class extends TestRunner {
  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onBeforeRunSuite(suite);
    // A file that does not load has no hooks.
    if (suite.result?.state === 'fail') return;
    const hooks = TestRunner.getSuiteHooks(suite);
    hooks.beforeAll = hooks.beforeAll.map(repeated);
  }
}

declare module 'vitest' {
  interface TaskMeta {
    /** Error of the first attempt of a set-up that was repeated. */
    repeatedSetUp?: string;
  }
}
