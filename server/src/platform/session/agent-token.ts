/**
 * Access tokens of agents that a person connected (docs/decisions/0116): random, kept as hashes, and looked up at every
 * request, so that the end of their session, of the account or of a role takes effect at once.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Role } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError } from '../errors.ts';
import { type Caller, accessTokenSeconds } from './access-token.ts';
import { shortAddress } from './address.ts';
import { hashOfKey, tenantOf } from './api-key.ts';

/** Secret scanners recognize tokens by it. */
const prefix = 'la_';
export const isAgentToken = (token: string): boolean => token.startsWith(prefix);

/** Address of this server as the request names it. */
export const siteOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;
/** The one resource that the tokens are for. */
export const resourceOf = (request: FastifyRequest): string => `${siteOf(request)}/mcp`;
export const metadataPath = '/.well-known/oauth-protected-resource/mcp';

/** Scopes in the words of OAuth. */
export const scopesOf = (mayPropose: boolean): string => (mayPropose ? 'read proposals:write' : 'read');

export async function issueAgentToken(db: Db, sessionId: string): Promise<string> {
  const token = prefix + randomBytes(32).toString('base64url');
  const expiresAt = sql<string>`now() + make_interval(secs => ${accessTokenSeconds})`;
  await db
    .insertInto('agentToken')
    .values({ tokenHash: hashOfKey(token), sessionId, expiresAt })
    .execute();
  return token;
}

const findAgent = (db: Db, token: string) =>
  db
    .selectFrom('agentToken as token')
    .innerJoin('session', 'session.id', 'token.sessionId')
    .innerJoin('user', 'user.id', 'session.userId')
    .where('token.tokenHash', '=', hashOfKey(token))
    .where(sql<boolean>`token.expires_at > now() and "user".status = 1 and "user".role <> 'member'`)
    .select(['session.id as sessionId', 'session.device', 'session.mayPropose', 'user.id as userId', 'user.name'])
    .select([
      sql<Role>`"user".role`.as('role'),
      sql<boolean>`session.last_used_at < now() - interval '1 minute'`.as('isNoteDue'),
      sql<boolean>`coalesce((select instructor_courses = 'named' from brand_setting), true)`.as('areInstructorsNamed'),
    ])
    .executeTakeFirst();

/** Sets the caller of a request with an agent's token: the person, with their role of now. 401 if it is not valid, 429. */
export async function admitAgentToken(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> {
  const tenant = tenantOf(request);
  const db = request.server.deps.database.tenant(tenant);
  const agent = await findAgent(db, token);
  if (!agent) throw new HttpError(401, 'This token is unknown to this brand, revoked or expired');
  const { userId, sessionId, role } = agent;
  const caller: Caller = { userId, sessionId, role, tenant, name: `${agent.device} for ${agent.name}` };
  if (agent.mayPropose) caller.scopes = ['proposals:write'];
  if (role === 'instructor' && agent.areInstructorsNamed) caller.isNamed = true;
  request.caller = caller;
  await request.server.limitKey(request, reply);
  if (!agent.isNoteDue) return;
  const use = { lastUsedAt: sql<string>`now()`, address: shortAddress(request) };
  await db.updateTable('session').set(use).where('id', '=', sessionId).execute();
}
