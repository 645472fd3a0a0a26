/** Previous and next submission in the order of a list. */
import { sql } from 'kysely';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { SubmissionSort, getSubmissionNeighbours } from '#contract/submission/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { type SubmissionFilter, matchingSubmissions, sortKeys } from './queries.ts';

const turned = { asc: 'desc', desc: 'asc' } as const;

/** Id of the first submission in a direction, from a submission or from the start. Its sort keys are read in SQL, to the microsecond. */
async function first(
  db: Db,
  filter: SubmissionFilter,
  { keys, way }: (typeof sortKeys)[SubmissionSort],
  from: { id: string; isAfter: boolean },
): Promise<string | null> {
  const all = sql.join([...keys, sql`id`]);
  const beyond = way === 'asc' ? sql`>` : sql`<`;
  let matching = matchingSubmissions(db, filter).select('id').where('id', '<>', from.id);
  if (from.isAfter)
    matching = matching.where(
      sql<boolean>`(${all}) ${beyond} (select ${all} from project_submission here where here.id = ${from.id})`,
    );
  const order = sql.join([...keys, sql`id`].map((key) => sql`${key} ${sql.raw(way)}`));
  return (await matching.orderBy(order).limit(1).executeTakeFirst())?.id ?? null;
}

/** Neighbours of a submission, which need not match the filter itself; 404 if it does not exist. */
export async function findNeighbours(
  db: Db,
  id: string,
  filter: SubmissionFilter,
  sort: SubmissionSort,
): Promise<Reply<typeof getSubmissionNeighbours>> {
  const known = await db.selectFrom('projectSubmission').select('id').where('id', '=', id).executeTakeFirst();
  if (!known) throw notFound('submission');
  const order = sortKeys[sort];
  const after = { id, isAfter: true };
  const toReview = { ...filter, status: 'not-reviewed' } as const;
  // All submissions to review have the same rank.
  const byMoment = { keys: sortKeys.latest.keys, way: order.way };
  return {
    previous: await first(db, filter, { keys: order.keys, way: turned[order.way] }, after),
    next: await first(db, filter, order, after),
    nextToReview:
      (await first(db, toReview, byMoment, after)) ?? (await first(db, toReview, byMoment, { id, isAfter: false })),
  };
}
