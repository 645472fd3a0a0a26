/** The whole server, as it is composed for production, over a database of its own. */
import { type LogTarget, type TestApp, testAppOf } from '#platform/testing/app.ts';
import { areas } from '../app.ts';

export const testApp = (environment?: Record<string, string>, logTo?: LogTarget): Promise<TestApp> =>
  testAppOf(areas, environment, logTo);
