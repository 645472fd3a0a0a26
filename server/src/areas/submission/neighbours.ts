/** The submissions before and after one, in the order of a list. */
import { sql } from 'kysely';
import type { Reply } from '#contract/kernel.ts';
import type { SubmissionSort, getSubmissionNeighbours } from '#contract/submission.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { type SubmissionFilter, matchingSubmissions, orders } from './queries.ts';

const turned = { asc: 'desc', desc: 'asc' } as const;

/** The first in that direction from a submission, or of all. Its keys are read again there, to the microsecond. */
async function first(
  db: Db,
  wanted: SubmissionFilter,
  { keys, way }: (typeof orders)[SubmissionSort],
  from: { id: string; isAfter: boolean },
): Promise<string | null> {
  const all = sql.join([...keys, sql`id`]);
  const beyond = way === 'asc' ? sql`>` : sql`<`;
  let found = matchingSubmissions(db, wanted).select('id').where('id', '<>', from.id);
  if (from.isAfter)
    found = found.where(
      sql<boolean>`(${all}) ${beyond} (select ${all} from project_submission here where here.id = ${from.id})`,
    );
  const order = sql.join([...keys, sql`id`].map((key) => sql`${key} ${sql.raw(way)}`));
  return (await found.orderBy(order).limit(1).executeTakeFirst())?.id ?? null;
}

/** 404 where the submission is not there. Whether it fits the filter itself does not matter. */
export async function findNeighbours(
  db: Db,
  id: string,
  wanted: SubmissionFilter,
  sort: SubmissionSort,
): Promise<Reply<typeof getSubmissionNeighbours>> {
  const known = await db.selectFrom('projectSubmission').select('id').where('id', '=', id).executeTakeFirst();
  if (!known) throw notFound('submission');
  const order = orders[sort];
  const after = { id, isAfter: true };
  const toReview = { ...wanted, status: 'not-reviewed' } as const;
  // Among these all have the same rank.
  const byMoment = { keys: orders.latest.keys, way: order.way };
  return {
    previous: await first(db, wanted, { keys: order.keys, way: turned[order.way] }, after),
    next: await first(db, wanted, order, after),
    nextToReview:
      (await first(db, toReview, byMoment, after)) ?? (await first(db, toReview, byMoment, { id, isAfter: false })),
  };
}
