/** Pairs of accounts that may be one person: found by a job, listed, and dismissed. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { listDuplicates } from '#contract/user/merge.ts';
import type { Db } from '#platform/database/database.ts';
import { plannedAnew } from '#platform/database/prepared.ts';
import { notFound } from '#platform/errors.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { cappedCount, pagedList } from '#platform/list.ts';
import type { Caller } from '#platform/session/access-token.ts';

/** Names that some accounts share, without case and accents. A statement of its own, because it reads all accounts. */
async function sharedNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (select search_text(name_key) as name, count(*) as members from "user" where status = 1 group by name_key) spelling
    group by name having sum(members) between 2 and 5`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Compares all active accounts: those with one phone number, and those with one name and a course in common, each with the
 * eldest of them. A number that more than five people have belongs to an office or a family; a name that more than five
 * have is common.
 */
export async function refreshDuplicates(db: Db): Promise<void> {
  const names = await sharedNames(db);
  // An index tells which numbers are repeated without their rows.
  await sql`${plannedAnew} with repeated as materialized (
      select phone_e164 from "user" where phone_e164 is not null group by phone_e164 having count(*) > 1
    ), phones as (
      select phone_e164, min(id::text)::uuid as eldest from repeated join "user" using (phone_e164) where status = 1
      group by phone_e164 having count(*) between 2 and 5
    ), classmates as (
      select names.name, course_id, min(member.user_id::text)::uuid as eldest, array_agg(member.user_id) as ids
      from unnest(${names}::text[]) names (name) join "user" one on search_text(one.name_key) = names.name and one.status = 1
        join course_user member on member.tenant = one.tenant and member.user_id = one.id
      group by names.name, course_id having count(*) > 1
    ), found as (
      select phones.eldest as first_id, "user".id as second_id, 'phone' as reason from phones
        join "user" on "user".phone_e164 = phones.phone_e164 and status = 1 where "user".id <> phones.eldest
      union all select eldest, one, 'name' from classmates cross join unnest(ids) one where one <> eldest
    ), pairs as materialized (select distinct on (first_id, second_id) * from found order by first_id, second_id, reason desc),
    gone as (delete from user_duplicate known where dismissed_at is null and not exists (
      select from pairs where pairs.first_id = known.first_id and pairs.second_id = known.second_id))
    insert into user_duplicate (first_id, second_id, reason) select first_id, second_id, reason from pairs
    on conflict (tenant, first_id, second_id) do nothing`.execute(db);
}

export const findDuplicatesJob = defineJob({
  name: 'find-duplicates',
  ids: z.object({}),
  cron: '15 * * * *',
  timeout: 600,
  run: ({ db }) => refreshDuplicates(db),
});

const account = (
  alias: string,
) => sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)},
  'email', ${sql.ref(`${alias}.email`)}, 'phoneNumber', ${sql.ref(`${alias}.phone_number`)},
  'totalCourses', ${sql.ref(`${alias}.total_courses`)}, 'role', ${sql.ref(`${alias}.role`)})`;

type Row = Reply<typeof listDuplicates>['duplicates'][number];

/** Pairs that nobody dismissed, of accounts that are both active. */
export const duplicatesPage = pagedList((db: Db, _filters: Record<never, never>, { limit, offset }) => {
  const open = db
    .selectFrom('userDuplicate')
    .innerJoin('user as one', 'one.id', 'userDuplicate.firstId')
    .innerJoin('user as other', 'other.id', 'userDuplicate.secondId')
    .where('dismissedAt', 'is', null)
    .where('one.status', '=', 1)
    .where('other.status', '=', 1);
  const rows = open
    .orderBy('userDuplicate.foundAt', 'desc')
    .orderBy('userDuplicate.id', 'desc')
    .limit(limit)
    .offset(offset)
    .select([
      'userDuplicate.id',
      'userDuplicate.reason',
      'userDuplicate.foundAt',
      sql<Row['first']>`${account('one')}`.as('first'),
      sql<Row['second']>`${account('other')}`.as('second'),
    ]);
  return { rows, total: cappedCount(open) };
});

/** Dismisses a pair, or offers it again; 404 if there is none. */
export async function setDismissed(db: Db, id: string, caller: Caller, isDismissed: boolean) {
  return db
    .updateTable('userDuplicate')
    .set(
      isDismissed ? { dismissedAt: sql`now()`, dismissedBy: caller.userId } : { dismissedAt: null, dismissedBy: null },
    )
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow(() => notFound('pair of accounts'));
}
