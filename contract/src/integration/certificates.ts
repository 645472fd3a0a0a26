/** Certificates for programs, by code and by member (docs/decisions/0101). */
import { z } from 'zod';
import { certificateCode, certificateRow } from '../certificate/endpoints.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { externalId } from './members.ts';

const reading = { area: 'integration', roles: 'key', method: 'GET', scope: 'certificates:read' } as const;

const certificate = certificateRow
  .pick({ courseId: true, courseName: true, name: true, status: true, score: true, grade: true, totalHours: true })
  .extend({
    code: z.string(),
    /** Null for a member without one. */
    externalId: z.string().nullable(),
    completedAt: z.string(),
    issuedAt: z.string(),
    revokedAt: z.string().nullable(),
    /** Public page that checks it. */
    checkUrl: z.string(),
    /** Public address of the PDF; null while it is made and after the certificate is revoked. */
    fileUrl: z.string().nullable(),
  });

/** Gets a certificate, also a revoked one; 404 for an unknown code. */
export const getCertificate = endpoint({
  ...reading,
  url: '/integration/certificates/:code',
  params: z.object({ code: certificateCode }),
  reply: certificate,
});

/** Lists all certificates of a member, latest first; 404 for an unknown member. */
export const listMemberCertificates = endpoint({
  ...reading,
  url: '/integration/members/:externalId/certificates',
  params: z.object({ externalId }),
  reply: z.object({ items: z.array(certificate) }),
});
