/** Test app with the whole server, composed as in production, on its own database. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/http/server.ts';
import { type LogTarget, type TestApp, buildTestServer, testAppOf } from '#platform/testing/app.ts';
import { routes } from '../app.ts';
import { gatewayAccounts } from './gateway-input.ts';
import { whatsAppAccount } from './prepare-broadcasts.ts';

export const testApp = (environment?: Record<string, string>, logTo?: LogTarget): Promise<TestApp> =>
  testAppOf(routes, { ...gatewayAccounts, ...whatsAppAccount, ...environment }, logTo);

/** The whole server beside that of a test app, for another configuration, database or log. */
export const buildTestApp = (deps: Deps): Promise<FastifyInstance> => buildTestServer(deps, routes);
