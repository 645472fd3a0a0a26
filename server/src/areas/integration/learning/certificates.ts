/** Certificates for programs, with public addresses. */
import { type RawBuilder, sql } from 'kysely';
import type { getCertificate } from '#contract/integration/certificates.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { memberOfAddress } from '../members/service.ts';
import { type Site, absolute } from './site.ts';

type Certificate = Reply<typeof getCertificate>;

async function findCertificates(db: Db, site: Site, which: RawBuilder<boolean>): Promise<Certificate[]> {
  const rows = await db
    .selectFrom('certificate')
    .innerJoin('user', 'user.id', 'certificate.userId')
    .where(which)
    .orderBy('issuedAt', 'desc')
    .orderBy('certificate.id', 'desc')
    .select([
      'code',
      'courseId',
      'courseName',
      'certificate.name',
      'externalId',
      'certificate.status',
      'score',
      'grade',
    ])
    .select(['totalHours', 'completedAt', 'issuedAt', 'revokedAt', 'fileUrl'])
    .execute();
  return rows.map((row) => ({
    ...row,
    checkUrl: absolute(site, `/certificate/${row.code}`),
    fileUrl: row.fileUrl && absolute(site, row.fileUrl),
  }));
}

/** Certificate with a code; 404 if there is none. */
export async function certificateByCode(db: Db, site: Site, code: string): Promise<Certificate> {
  const [found] = await findCertificates(db, site, sql`code = ${code}`);
  if (!found) throw notFound('certificate');
  return found;
}

/** Certificates of a member, latest first; 404 for an unknown member. */
export async function certificatesOfMember(db: Db, site: Site, externalId: string): Promise<{ items: Certificate[] }> {
  return {
    items: await findCertificates(db, site, sql`certificate.user_id = ${await memberOfAddress(db, externalId)}`),
  };
}
