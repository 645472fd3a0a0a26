/** Certificates for programs, with public addresses. */
import { type RawBuilder, sql } from 'kysely';
import type { getCertificate } from '#contract/integration/certificates.ts';
import type { Reply, Tenant } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { publicOrigin } from '#platform/tenancy.ts';
import { memberOfAddress } from '../members/service.ts';

type Certificate = Reply<typeof getCertificate>;

export interface Site {
  tenant: Tenant;
  config: Config;
}

async function findCertificates(db: Db, { tenant, config }: Site, which: RawBuilder<boolean>): Promise<Certificate[]> {
  const origin = publicOrigin(tenant, config);
  // Without a known address of this site, a path of it.
  const absolute = (path: string) => (origin === null ? path : new URL(path, origin).href);
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
    checkUrl: absolute(`/certificate/${row.code}`),
    fileUrl: row.fileUrl && absolute(row.fileUrl),
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
