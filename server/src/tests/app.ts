/** Test app with the whole server, composed as in production, on its own database. */
import { type LogTarget, type TestApp, testAppOf } from '#platform/testing/app.ts';
import { routes } from '../app.ts';
import { gatewayAccounts } from './gateway-input.ts';
import { whatsAppAccount } from './prepare-broadcasts.ts';

export const testApp = (environment?: Record<string, string>, logTo?: LogTarget): Promise<TestApp> =>
  testAppOf(routes, { ...gatewayAccounts, ...whatsAppAccount, ...environment }, logTo);
