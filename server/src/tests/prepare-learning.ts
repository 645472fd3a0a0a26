/** Prepares records for calls of the members' site: a member with an external id, and what is open to them. */
import { writeToMembers } from '#contract/course/risk.ts';
import * as attendance from '#contract/integration/attendance.ts';
import * as certificates from '#contract/integration/certificates.ts';
import * as contents from '#contract/integration/contents.ts';
import * as vouchers from '#contract/integration/event-vouchers.ts';
import * as learning from '#contract/integration/learning.ts';
import type { Endpoint, Tenant } from '#contract/kernel/endpoint.ts';
import type { Sql } from '#platform/testing/user.ts';
import type { Ids } from '#shared/testing/sample.ts';

/** External id of the member. */
export const sampleMember = 'ANGGOTA1';

const calls: ReadonlySet<unknown> = new Set(
  [attendance, learning, contents, certificates, vouchers].flatMap(Object.values),
);

/** Values of inputs that name the member; others of the same name are ids of what is reported. */
export const memberIn = (entry: Endpoint) => ({
  ...(calls.has(entry) && { member: sampleMember }),
  ...(calls.has(entry) && entry.url.includes(':externalId') && { externalId: sampleMember }),
});

/** Gives the external id to a member who has the course of the call; nothing was handed in yet. */
export async function prepareLearning(sql: Sql, entry: Endpoint, tenant: Tenant, ids: Partial<Ids>): Promise<void> {
  if (entry === writeToMembers) {
    await sql(`update desk_template set status = 'at-risk' where id = $1`, [ids['desk-template']]);
    await sql('insert into course_user (tenant, course_id, user_id) values ($1, $2, $3) on conflict do nothing', [tenant, ids.course, ids.user]); // prettier-ignore
  }
  if (!calls.has(entry)) return;
  await sql('update "user" set external_id = null where tenant = $1 and external_id = $2', [tenant, sampleMember]);
  const [member] = await sql(
    `insert into "user" (tenant, email, name, password_hash, role, external_id)
      values ($1, new_id() || '@sample.test', 'Anggota', '', 'member', $2) returning id`,
    [tenant, sampleMember],
  );
  const { course = null, quiz = null, lesson = null } = ids;
  const courses = `select $2::uuid as id union select course_id from course_section where id = (select section_id from quiz where id = $3)
    or id = (select section_id from lesson where id = $4)`;
  await sql(
    `with opened as (update course set is_published = true where tenant = $1 and id in (${courses}) returning id)
      insert into course_user (tenant, course_id, user_id) select $1, id, $5 from opened`,
    [tenant, course, quiz, lesson, member?.['id']],
  );
  if (entry === contents.getMemberPath)
    await sql('insert into learning_path_user (tenant, path_id, user_id) values ($1, $2, $3)', [tenant, ids['learning-path'], member?.['id']]); // prettier-ignore
  if (entry === vouchers.redeemMemberVoucher)
    await sql('update subscription set user_id = $2 where id = $1', [ids.subscription, member?.['id']]);
  // The answer of valid input is a text.
  if (entry === learning.addQuizAttempt)
    await sql(`update question set type = 'SHORT_ANSWER', quiz_id = $2 where id = $1`, [ids.question, ids.quiz]);
  if (entry === learning.addSubmission)
    await sql('insert into final_project (tenant, course_id) values ($1, $2) on conflict do nothing', [
      tenant,
      ids.course,
    ]);
}
