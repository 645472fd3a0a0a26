/** Agents that people connected: their list for superadmins, and the end of one. */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { ConnectedAgent } from '#contract/integration/agents.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pagedList } from '#platform/list.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { securityEvent } from '#platform/session/security-event.ts';
import { endSessions, isOver } from '#platform/session/session.ts';

const agentsOf = (db: Db) =>
  db
    .selectFrom('session')
    .where('agentClientId', 'is not', null)
    .where(sql<boolean>`not ${isOver}`);

const agentsPage = pagedList((db, _: object, { limit, offset }) => ({
  rows: agentsOf(db)
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id as agentId', 'session.device as name', 'session.userId', 'user.name as userName'])
    .select(['session.mayPropose', 'session.startedAt as connectedAt', 'session.lastUsedAt'])
    .orderBy('session.lastUsedAt', 'desc')
    .orderBy('session.id', 'desc')
    .limit(limit)
    .offset(offset)
    .$castTo<ConnectedAgent>(),
  total: cappedCount(agentsOf(db)),
}));

export async function findAgents(db: Db, query: { page: number; pageSize: number }) {
  const { rows: agents, head } = await agentsPage(db, {}, query);
  return { ...head, agents };
}

interface Work {
  db: Db;
  tenant: Tenant;
  caller: Caller;
  request: FastifyRequest;
}

export async function endAgent({ db, tenant, caller, request }: Work, agentId: string) {
  const agent = await agentsOf(db).select('userId').where('id', '=', agentId).executeTakeFirst();
  if (!agent) return { changed: 0 };
  const { userId } = agent;
  const changed = await endSessions(db, userId, { only: agentId });
  await securityEvent({ db, request }, { kind: 'sessions-ended', tenant, userId, byUserId: caller.userId });
  return { changed };
}
