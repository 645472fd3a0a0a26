/**
 * Budget of rows that a user may read from lists of personal data within an hour, over all processes
 * (docs/decisions/0062). Reading the same page again is free, so refreshing a list costs nothing.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/database.ts';
import { HttpError } from '../errors.ts';
import type { Caller } from './access-token.ts';
import { eventOf, securityEvent } from './security-event.ts';

/** Rows per user and hour: 100 pages of 100, 1,000 of 10. */
export const maxRowsPerHour = 10_000;

const lastHour = sql<boolean>`at > now() - interval '1 hour'`;

/** Whether the budget is used up, whether this page was read within the hour, and seconds until rows are free again. */
async function spendingOf(db: Db, userId: string, pageKey: string) {
  const { rows } = await sql<{ isSpent: boolean; isKnown: boolean; wait: number }>`
    select coalesce(sum(rows), 0) >= ${maxRowsPerHour} as is_spent, coalesce(bool_or(page_key = ${pageKey}), false) as is_known,
      coalesce(ceil(extract(epoch from min(at) + interval '1 hour' - now())), 0)::int as wait
    from list_read where user_id = ${userId} and ${lastHour}`.execute(db);
  return rows[0]!;
}

const store = (db: Db, userId: string, pageKey: string, count: number) =>
  db
    .insertInto('listRead')
    .values({ userId, pageKey, rows: count })
    .onConflict((on) => on.constraint('list_read_pkey').doUpdateSet({ rows: count, at: sql`now()` }))
    .execute();

/** Rows of a list's reply. */
const rowsIn = (reply: unknown) => Object.values(reply as object).find(Array.isArray)?.length ?? 0;

/**
 * Reads a page of a list and counts its rows. 429 with Retry-After for a page that is new when the budget is used up;
 * such a refusal is a security event. Requests in parallel may exceed the budget by a page each.
 */
export async function withinReadBudget<Answer>(
  { db, request, caller }: { db: Db; request: FastifyRequest; caller: Caller },
  read: () => Promise<Answer>,
): Promise<Answer> {
  const { userId } = caller;
  const pageKey = createHash('sha256').update(request.url).digest('base64url');
  const { isSpent, isKnown, wait } = await spendingOf(db, userId, pageKey);
  if (isSpent && !isKnown) {
    const facts = { method: request.method, route: request.routeOptions.url ?? '' };
    await securityEvent({ db, request }, { kind: 'refused', ...eventOf(caller), detail: 'read budget', facts });
    throw new HttpError(429, 'You have read very many rows within an hour. Please try again later', {
      retryAfter: Math.max(1, wait),
    });
  }
  const answer = await read();
  const count = rowsIn(answer);
  if (!isKnown && count > 0) await store(db, userId, pageKey, count);
  return answer;
}
