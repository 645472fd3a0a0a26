/** Prepares records for certificate calls: a known code, and a member who has completed a course. */
import { assignments } from '#contract/assignment/table.ts';
import {
  checkCertificate,
  issueCertificates,
  issueToCourses,
  reissueCertificate,
} from '#contract/certificate/endpoints.ts';
import type { Endpoint, Tenant } from '#contract/kernel/endpoint.ts';
import { getCertificate } from '#contract/integration/certificates.ts';
import { setOrderStatus } from '#contract/order/endpoints.ts';
import { reviewSubmission } from '#contract/submission/endpoints.ts';
import type { Sql } from '#platform/testing/user.ts';
import type { Ids } from '#shared/testing/sample.ts';

/** Public code of the certificate. */
export const certificateCode = 'SAMPEL2345';

/** Calls that change assignments of a course only through an order or a learning path. */
const enrolling: ReadonlySet<Endpoint> = new Set([setOrderStatus, assignments.pathUsers.unassign]);

/** Sets the known code for look-ups; for issuing makes a member complete the course. */
export async function prepareCertificates(
  sql: Sql,
  entry: Endpoint,
  tenant: Tenant,
  ids: Partial<Ids>,
  name: string,
): Promise<void> {
  if (entry === checkCertificate || entry === getCertificate) {
    await sql(`update certificate set code = '2345678923' where tenant = $1 and code = $2`, [tenant, certificateCode]);
    await sql(
      `update certificate set code = $1 where id = coalesce($2,
        (select id from certificate where tenant = $3 order by id limit 1))`,
      [certificateCode, ids.certificate ?? null, tenant],
    );
  }
  // The name was changed since, and is searched.
  if (entry === reissueCertificate)
    await sql(`update "user" set name = $1 where id = (select user_id from certificate where id = $2)`, [
      name,
      ids.certificate ?? null,
    ]);
  // Members with a certificate are not listed among those without, whose projects are judged.
  if (entry === reviewSubmission) await sql('delete from certificate where course_id = $1', [ids.course ?? null]);
  if (enrolling.has(entry))
    for (const table of ['certificate', 'course_user'])
      await sql(`delete from ${table} where course_id = $1`, [ids.course ?? null]);
  if (entry !== issueCertificates && entry !== issueToCourses) return;
  for (const table of ['certificate', 'course_section', 'final_project'])
    await sql(`delete from ${table} where course_id = $1`, [ids.course]);
  await sql(
    `with section as (insert into course_section (tenant, course_id, name, position) values ($1, $2, 'Awal', 1) returning id),
        lesson as (insert into lesson (tenant, section_id, name, type) select $1, id, 'Satu', 'ARTICLE' from section returning id),
        member as (select coalesce($3, (select id from "user" where tenant = $1 and role = 'member' order by id limit 1)) as id),
        has as (insert into course_user (tenant, course_id, user_id) select $1, $2, id from member on conflict do nothing)
      insert into lesson_completion (tenant, lesson_id, user_id) select $1, lesson.id, member.id from lesson, member`,
    [tenant, ids.course, ids.user ?? null],
  );
}
