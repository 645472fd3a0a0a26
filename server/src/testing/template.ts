/** What the run's set-up, the test files and the servers that they start agree on. */
import { appPassword } from '#platform/database/app-role.ts';
import { workerPassword } from '#platform/jobs/worker-role.ts';

export const template = 'lectern_template';
export const testJwtSecret = 'a secret for tests alone, and long enough';
export const testPassword = appPassword(testJwtSecret);
export const testWorkerPassword = workerPassword(testJwtSecret);
