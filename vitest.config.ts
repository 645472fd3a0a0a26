/** Unit tests beside the code; the server's run over HTTP on a real PostgreSQL, one cluster a run. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

if (Number.parseInt(process.versions.node) < 24)
  throw new Error('The tests need Node 24: start them with npm, which brings its own.');

// Some three hundred processes load the same files: compiled once, as for `npm start`.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const shared = {
  pool: 'forks',
  // A process serves many files: to load the server for each took a tenth of all the time. Each has a database of its own.
  isolate: false,
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // What is waited for comes; how soon, the machine's other work decides.
  expect: { poll: { timeout: 10_000 } },
} as const;

export default defineConfig({
  test: {
    // Much of the time goes into waiting for processes and the database.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      { test: { ...shared, name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['{server/src,conformance}/**/*.test.ts'],
          globalSetup: 'server/src/tests/global-setup.ts',
        },
      },
      {
        // The HTTP tests once more, against two servers and a worker behind a balancer; not those that are the worker.
        test: {
          ...shared,
          name: 'several',
          env: { SEVERAL: '1' },
          include: [
            'server/src/areas/**/!(resumable|video|calendar|calendar-crash|google).test.ts',
            'server/src/tests/{audit,conflict,every-endpoint,lists,other-brands,revocation,serve,session-races,tenancy}.test.ts',
          ],
          globalSetup: 'server/src/tests/global-setup.ts',
        },
      },
      // Some stand in for what the browser has.
      { test: { ...shared, name: 'admin', isolate: true, include: ['admin/src/**/*.test.{ts,tsx}'] } },
      { test: { ...shared, name: 'scripts', include: ['scripts/**/*.test.ts'] } },
    ],
  },
});
