/** Creating, rotating and revoking API keys (docs/decisions/0099). */
import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { apiKeyDraft } from '#contract/integration/keys.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { HttpError, badRequest, conflict } from '#platform/errors.ts';
import { insertRecord, lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { hashOfKey, isValidSql, newKey } from '#platform/session/api-key.ts';
import { type SecurityEvent, securityEvent } from '#platform/session/security-event.ts';

interface Work {
  db: Db;
  tenant: Tenant;
  caller: Caller;
  request: FastifyRequest;
}

/** Valid keys of a brand: each server holds them in memory. */
const maxKeys = 100;

export async function findKeys(db: Db) {
  const apiKeys = await db
    .selectFrom('apiKey as key')
    .leftJoin('apiKeyUse as use', 'use.apiKeyId', 'key.id')
    .leftJoin('user', 'user.id', 'key.createdBy')
    .select(['key.id as apiKeyId', 'key.name', 'key.lastFour', 'key.scopes', 'key.addresses', 'key.expiresAt'])
    .select(['key.revokedAt', 'key.createdAt', 'user.name as createdBy', 'use.at as lastUsedAt'])
    .select([
      'use.address as lastUsedFrom',
      sql<string | null>`case when previous_until > now() then previous_until end`.as('previousUntil'),
    ])
    .orderBy(sql`${isValidSql} desc`)
    .orderBy('key.search')
    .orderBy('key.id')
    .execute();
  return { apiKeys: apiKeys.map((key) => ({ ...key, scopes: [...key.scopes], addresses: [...key.addresses] })) };
}

const recordEvent = ({ db, tenant, caller, request }: Work, kind: SecurityEvent['kind'], detail: string) =>
  securityEvent({ db, request }, { kind, tenant, byUserId: caller.userId, detail });

export async function createKey(work: Work, draft: z.output<typeof apiKeyDraft>) {
  const { db } = work;
  if (draft.expiresAt !== null && Date.parse(draft.expiresAt) <= Date.now())
    throw badRequest('Choose a moment in the future', 'expiresAt');
  await oneAtATime(db, 'API key');
  const { n } = await db
    .selectFrom('apiKey')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(isValidSql)
    .executeTakeFirstOrThrow();
  if (n >= maxKeys) throw conflict(`There are ${maxKeys} API keys; revoke one that nobody uses`);
  const key = newKey();
  const { scopes, ...fields } = draft;
  const apiKeyId = await insertRecord(db, 'apiKey', {
    ...fields,
    scopes: [...new Set(scopes)],
    keyHash: hashOfKey(key),
    lastFour: key.slice(-4),
  });
  await recordEvent(work, 'key-created', apiKeyId);
  return { apiKeyId, key };
}

export async function rotateKey(work: Work, id: string, overlapHours: number) {
  const { db } = work;
  await lockForUpdate(db, 'apiKey', id, null);
  const valid = await db.selectFrom('apiKey').select('id').where('id', '=', id).where(isValidSql).executeTakeFirst();
  if (!valid) throw new HttpError(409, 'This API key has ended; create another');
  const key = newKey();
  await db
    .updateTable('apiKey')
    .set((row) => ({
      keyHash: hashOfKey(key),
      lastFour: key.slice(-4),
      previousHash: row.ref('keyHash'),
      previousFour: row.ref('lastFour'),
      previousUntil: sql<string>`now() + make_interval(hours => ${overlapHours})`,
    }))
    .where('id', '=', id)
    .execute();
  await recordEvent(work, 'key-rotated', id);
  return { apiKeyId: id, key };
}

export async function revokeKey(work: Work, id: string) {
  const { db } = work;
  await lockForUpdate(db, 'apiKey', id, null);
  const { revokedAt } = await db
    .selectFrom('apiKey')
    .select('revokedAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (revokedAt === null) {
    await updateRecord(db, 'apiKey', id, { revokedAt: new Date().toISOString() });
    await recordEvent(work, 'key-revoked', id);
  }
  return { apiKeyId: id };
}
