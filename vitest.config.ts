/**
 * Tests without a browser. `npm test` (the gate) runs contract, server, admin and scripts without tests tagged `system`;
 * `npm run test:system` runs system and several. The server's tests run over HTTP on a real PostgreSQL, one cluster a run.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

if (Number.parseInt(process.versions.node) < 24)
  throw new Error('The tests need Node 24: start them with npm, which brings its own.');

// Test files start many processes that load the same modules: uses the compile cache, like `npm start`.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const shared = {
  pool: 'forks' as const,
  // Loading the server for each file would take a tenth of the time. Each file has its own database.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // In CI a failed test is repeated once; the report lists it as flaky when it passes then.
  retry: process.env['CI'] ? 1 : 0,
  expect: { poll: { timeout: 30_000 } },
  // Tests that start processes or put the machine under pressure.
  exclude: [...configDefaults.exclude, '**/*.system.test.ts'],
};

/** One PostgreSQL; a set-up that fails is repeated with a new database. */
const onPostgres = {
  globalSetup: 'server/src/tests/global-setup.ts',
  runner: './server/src/platform/testing/repeated-set-up.ts',
};

export default defineConfig({
  test: {
    // Much of the time is spent waiting for processes and the database.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    tags: [{ name: 'system', description: 'One test of the system tier in a file of the gate.' }],
    projects: [
      { test: { ...shared, name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      { test: { ...shared, name: 'server', include: ['{server/src,conformance}/**/*.test.ts'], ...onPostgres } },
      // Some tests replace browser globals.
      { test: { ...shared, name: 'admin', isolate: true, include: ['admin/src/**/*.test.{ts,tsx}'] } },
      { test: { ...shared, name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'system',
          // Ten times as many random baskets as in the gate.
          env: { BASKETS: '10000' },
          // Resumable uploads are excluded from `several`.
          include: [
            '{server/src,conformance,scripts}/**/*.system.test.ts',
            '**/upload/resumable.test.ts',
            'contract/src/pricing/{quote,explanation}.test.ts',
          ],
          exclude: configDefaults.exclude,
          ...onPostgres,
        },
      },
      {
        // The HTTP tests again, against two servers and a worker behind a balancer, except for those that run the
        // worker themselves.
        test: {
          ...shared,
          name: 'several',
          env: { SEVERAL: '1' },
          include: [
            'server/src/{areas,services}/**/!(resumable|calendar|certificate|events|webhooks).test.ts',
            'server/src/tests/{audit,conflict,every-endpoint,lists,other-brands,revocation,search,serve,session-races,tenancy}.test.ts',
          ],
          ...onPostgres,
        },
      },
    ],
  },
});
