/** Invoices that the paid orders of a month lack, issued in the order of the days of their payments. */
import { sql } from 'kysely';
import { z } from 'zod';
import { id } from '#contract/kernel/fields.ts';
import { issuedAtOnce } from '#contract/payment/papers.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import type { Db } from '#platform/database/database.ts';
import type { HttpError } from '#platform/errors.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { transactionAs } from '#platform/transaction.ts';
import { attempt } from '#shared/attempt.ts';
import { lackingIn } from './coretax-month.ts';
import { type Brand, issue } from './issuing.ts';

/** Issues the next missing invoices of a month, after that of an order. `last`: the last of these orders, if others follow. */
async function issueSome(db: Db, brand: Brand, month: string, after?: string) {
  await oneAtATime(db, 'missing invoices');
  let lacking = lackingIn(db, month);
  if (after)
    lacking = lacking.where(
      sql<boolean>`(sold_on, "order".id) > (select sold_on, id from "order" passed where passed.id = ${after})`,
    );
  const orders = await lacking
    .select('order.id')
    .orderBy('soldOn')
    .orderBy('order.id')
    .limit(issuedAtOnce + 1)
    .execute();
  const some = orders.slice(0, issuedAtOnce);
  const refusals: HttpError[] = [];
  for (const order of some) {
    const refusal = await attempt(db, async () => void (await issue(db, brand, order.id, 'invoice')));
    if (refusal) refusals.push(refusal);
  }
  return {
    issued: some.length - refusals.length,
    refusals,
    last: orders.length > issuedAtOnce ? some.at(-1)?.id : undefined,
  };
}

/** Issues what follows the invoice of an order, for the person who asked. */
export const issueMissing = defineJob({
  name: 'issue-missing-invoices',
  ids: z.object({ orderId: id, userId: id }),
  timeout: 600,
  async run({ db, ids: { orderId, userId }, key, tenant, config, signal }) {
    const brand = { tenant, brand: config.brands[tenant] };
    const { soldOn, name } = await db
      .selectFrom('order')
      .innerJoin('user', (join) => join.on('user.id', '=', userId))
      .select(['soldOn', 'name'])
      .where('order.id', '=', orderId)
      .executeTakeFirstOrThrow();
    if (!soldOn) return;
    let after: string | undefined = orderId;
    while (after) {
      signal.throwIfAborted();
      const from: string = after;
      after = (await transactionAs({ userId, name }, db, key, (tx) => issueSome(tx, brand, soldOn, from))).last;
    }
  },
});

/** Issues the first missing invoices of a month, and the rest in a job; throws the reason if none of the first can be. */
export async function beginIssuing(db: Db, brand: Brand, month: string, userId: string) {
  const { issued, refusals, last } = await issueSome(db, brand, month);
  if (issued === 0 && refusals[0]) throw refusals[0];
  const { lacking } = await countLacking(db, month);
  if (last) await enqueue(db, issueMissing, { orderId: last, userId });
  return { issued, refused: refusals.length, left: last ? lacking - refusals.length : 0 };
}

/** Number of orders of a month that lack their invoice. */
const countLacking = (db: Db, month: string) =>
  lackingIn(db, month)
    .select(sql<number>`count(*)::int`.as('lacking'))
    .executeTakeFirstOrThrow();
