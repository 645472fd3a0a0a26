/** Idempotency keys: the first reply is stored for 24 hours, so that a retried create does not create twice. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest } from '../errors.ts';

interface Answer<T> {
  answer: T;
  isReplay: boolean;
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !request.caller) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw badRequest('Idempotency-Key must be 1 to 200 visible characters');
  return key;
}

const hashOf = (request: FastifyRequest) =>
  createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest();

/**
 * Runs `work`, or returns the stored reply of the user's earlier call with this key. The key is claimed in the
 * transaction of the work, so a concurrent duplicate waits, and a refused create leaves no trace. 409 if the key was
 * used for a different request.
 */
export async function withIdempotency<T>(db: Db, request: FastifyRequest, work: () => Promise<T>): Promise<Answer<T>> {
  const key = keyOf(request);
  if (key === undefined || !request.caller) return { answer: await work(), isReplay: false };
  const { userId } = request.caller;
  const requestHash = hashOf(request);
  const claimed = await db
    .insertInto('idempotency')
    .values({ userId, key, requestHash, reply: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!claimed) {
    const earlier = await db
      .selectFrom('idempotency')
      .select(['requestHash', 'reply'])
      .where('userId', '=', userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (!requestHash.equals(earlier.requestHash))
      throw new HttpError(409, 'This Idempotency-Key was used for something else');
    return { answer: earlier.reply as T, isReplay: true };
  }
  const answer = await work();
  await db
    .updateTable('idempotency')
    .set({ reply: sql`${JSON.stringify(answer)}::jsonb` })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .execute();
  return { answer, isReplay: false };
}
