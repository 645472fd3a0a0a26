/** Sign-in and sessions. */
import type { Area } from '#shared/area.ts';
import { agentSignInRoutes } from './agents/routes.ts';
import { authRoutes } from './routes.ts';

export const area: Area = {
  routes: [authRoutes, agentSignInRoutes],
  bigTables: ['auth_challenge', 'agent_client', 'agent_code', 'agent_token'],
};
