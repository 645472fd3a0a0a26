/** Test app with the whole server, composed as in production, on its own database. */
import { type LogTarget, type TestApp, testAppOf } from '#platform/testing/app.ts';
import { areas } from '../app.ts';

export const testApp = (environment?: Record<string, string>, logTo?: LogTarget): Promise<TestApp> =>
  testAppOf(areas, environment, logTo);
