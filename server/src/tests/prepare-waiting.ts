/** Records that the calls of waiting lists require. */
import { addWaiting, offerPlace, removeWaiting, restoreWaiting, withdrawOffer } from '#contract/course/waiting-list.ts';
import type { Endpoint, Tenant } from '#contract/kernel/endpoint.ts';
import type { Sql } from '#platform/testing/user.ts';
import type { Ids } from '#shared/testing/sample.ts';

const entries = new Set<Endpoint>([addWaiting, offerPlace, removeWaiting, restoreWaiting, withdrawOffer]);

/** The user waits, has an offer, or left the list; the course has a free place. */
export async function prepareWaiting(sql: Sql, entry: Endpoint, tenant: Tenant, { course, user }: Partial<Ids>) {
  if (!entries.has(entry) || !course || !user) return;
  await sql('delete from course_waiting where tenant = $1 and course_id = $2', [tenant, course]);
  await sql('delete from course_user where tenant = $1 and course_id = $2 and user_id = $3', [tenant, course, user]);
  await sql('update course set capacity = total_members + 10 where tenant = $1 and id = $2', [tenant, course]);
  if (entry === addWaiting) return;
  await sql('insert into course_waiting (tenant, course_id, user_id) values ($1, $2, $3)', [tenant, course, user]);
  if (entry === restoreWaiting)
    await sql(`update course_waiting set left_at = now(), left_as = 'removed' where course_id = $1`, [course]);
  if (entry === withdrawOffer)
    await sql(
      `update course_waiting set offered_at = now(), offer_ends_at = now() + interval '1 day', offer_hours = 24, offered_by = 'link'
        where course_id = $1`,
      [course],
    );
}
