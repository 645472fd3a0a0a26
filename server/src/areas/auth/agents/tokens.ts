/** Tokens of agents: for a code, for a refresh token, and their revocation (RFC 6749, 7636 and 7009). */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/database/database.ts';
import { accessTokenSeconds } from '#platform/session/access-token.ts';
import { shortAddress } from '#platform/session/address.ts';
import { issueAgentToken, resourceOf, scopesOf } from '#platform/session/agent-token.ts';
import { hashOfKey, tenantOf } from '#platform/session/api-key.ts';
import { issueRefreshToken, spendRefreshToken } from '#platform/session/refresh-token.ts';
import type { FactorKind } from '#platform/session/second-factor.ts';
import { securityEvent } from '#platform/session/security-event.ts';
import { beginSession, endSessions } from '#platform/session/session.ts';
import { staffOf } from '../service.ts';
import { OAuthError, findClient } from './clients.ts';

interface Work {
  /** Transaction, which commits in any case. */
  db: Db;
  request: FastifyRequest;
}

const text = z.string().max(2000);
const grant = z.discriminatedUnion('grant_type', [
  z.object({ grant_type: z.literal('authorization_code'), code: text, redirect_uri: text, code_verifier: text }),
  z.object({ grant_type: z.literal('refresh_token'), refresh_token: text }),
]);
type Grant<T> = Extract<z.infer<typeof grant>, { grant_type: T }>;
const common = z.object({ client_id: text, resource: text.optional() });

interface Session {
  userId: string;
  sessionId: string;
  mayPropose: boolean;
}

async function tokensOf(db: Db, session: Session) {
  return {
    access_token: await issueAgentToken(db, session.sessionId),
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    refresh_token: await issueRefreshToken(db, session, 'lar_'),
    scope: scopesOf(session.mayPropose),
  };
}

const reused = ({ db, request }: Work, userId: string) =>
  securityEvent({ db, request }, { kind: 'token-reused', tenant: tenantOf(request), userId });

/** Locks user and code, so that of two uses at once the second sees the first. */
async function lockCode(db: Db, codeHash: Buffer) {
  const code = db.selectFrom('agentCode').where('codeHash', '=', codeHash);
  const owner = await code.select('userId').executeTakeFirst();
  if (!owner) return undefined;
  await db.selectFrom('user').select('id').where('id', '=', owner.userId).forNoKeyUpdate().executeTakeFirst();
  return code
    .selectAll()
    .select(sql<boolean>`expires_at < now()`.as('isExpired'))
    .executeTakeFirst();
}

type Client = NonNullable<Awaited<ReturnType<typeof findClient>>>;

/** Begins the session that a code stands for; undefined: refused. A second use ends what the first one gave. */
async function exchange(work: Work, client: Client, sent: Grant<'authorization_code'>): Promise<Session | undefined> {
  const { db, request } = work;
  const codeHash = hashOfKey(sent.code);
  const code = await lockCode(db, codeHash);
  if (!code) return undefined;
  const { userId, mayPropose } = code;
  if (code.sessionId !== null) {
    await endSessions(db, userId, { only: code.sessionId });
    await reused(work, userId);
    return undefined;
  }
  const isOwn = code.agentClientId === client.id && code.redirectUri === sent.redirect_uri;
  const isProved = /^[\w.~-]{43,128}$/.test(sent.code_verifier) && challengeOf(sent.code_verifier) === code.challenge;
  if (code.isExpired || !isOwn || !isProved) return undefined;
  // The person may have ended the session in which they consented.
  const consent = await db
    .selectFrom('session')
    .select('secondFactor')
    .$narrowType<{ secondFactor: FactorKind | null }>()
    .where('id', '=', code.consentId)
    .executeTakeFirst();
  if (!consent || !(await staffOf(db, { userId, ...consent }, request.server.deps.config))) return undefined;
  const place = { device: client.name, address: shortAddress(request) };
  const agent = { agentClientId: client.id, mayPropose };
  const sessionId = await beginSession(db, userId, place, consent.secondFactor, agent);
  await db.updateTable('agentCode').set({ sessionId }).where('codeHash', '=', codeHash).execute();
  return { userId, sessionId, mayPropose };
}

const challengeOf = (verifier: string) => hashOfKey(verifier).toString('base64url');

/** Session of a refresh token; undefined: refused. A second use ends the session. */
async function renew(work: Work, client: Client, sent: Grant<'refresh_token'>): Promise<Session | undefined> {
  const { db, request } = work;
  const spent = await spendRefreshToken(db, sent.refresh_token, { address: shortAddress(request) }, client.id);
  if (spent.state === 'stolen') await reused(work, spent.userId);
  if (spent.state !== 'good' || !(await staffOf(db, spent, request.server.deps.config))) return undefined;
  const { mayPropose } = await db
    .selectFrom('session')
    .select('mayPropose')
    .where('id', '=', spent.sessionId)
    .executeTakeFirstOrThrow();
  return { ...spent, mayPropose };
}

async function requireClient(db: Db, sent: unknown) {
  const { data } = common.safeParse(sent);
  const client = data && (await findClient(db, data.client_id));
  if (!client) throw new OAuthError('invalid_client', 'This agent is not registered here', 401);
  return { client, resource: data.resource };
}

/** Tokens for a code or a refresh token; undefined: refused, which must be committed. */
export async function giveTokens(work: Work, sent: unknown) {
  const { client, resource } = await requireClient(work.db, sent);
  if (resource !== undefined && resource !== resourceOf(work.request))
    throw new OAuthError('invalid_target', 'Tokens are for the address of agents of this server alone');
  const { data } = grant.safeParse(sent);
  if (!data) throw new OAuthError('invalid_request', 'Not a complete request for tokens');
  const session =
    data.grant_type === 'refresh_token' ? await renew(work, client, data) : await exchange(work, client, data);
  return session && tokensOf(work.db, session);
}

/** Ends the session of a token of any kind; nothing happens for a token that is unknown. */
export async function revoke({ db }: Work, sent: unknown) {
  const { client } = await requireClient(db, sent);
  const { token } = z.object({ token: text.default('') }).parse(sent);
  const hash = hashOfKey(token);
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id from session where agent_client_id = ${client.id} and id in (
      select session_id from agent_token where token_hash = ${hash}
      union all select session_id from refresh_token where token_hash = ${hash})`.execute(db);
  for (const { id, userId } of rows) await endSessions(db, userId, { only: id });
}
