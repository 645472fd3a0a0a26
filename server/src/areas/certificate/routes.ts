/** HTTP endpoints of certificates. */
import type { FastifyInstance } from 'fastify';
import * as certificate from '#contract/certificate/endpoints.ts';
import { perAddress } from '#platform/http/rate-limit.ts';
import { serve, serveList } from '#platform/http/serve.ts';
import { issue, issueMany, previewMany } from './issuing.ts';
import { findCourses } from './queries.ts';
import * as service from './service.ts';

/** Checks a minute per address: too few to guess a code. */
const maxChecks = 120;

export function certificateRoutes(app: FastifyInstance): void {
  const limit = perAddress(app, maxChecks);
  serveList(app, certificate.listCertificateCourses, findCourses);
  serve(app, certificate.listCertificates, ({ params, query, db }) => service.certificatesOf(db, params.id, query));
  serve(app, certificate.listCertificateMembers, ({ params, query, db }) => service.membersOf(db, params.id, query));
  serve(app, certificate.issueCertificates, ({ params, db, caller }) => issue(db, caller, params.id));
  serve(app, certificate.previewIssue, ({ body, db }) => previewMany(db, body.courseIds));
  serve(app, certificate.issueToCourses, ({ body, db, caller }) => issueMany(db, caller, body));
  serve(app, certificate.revokeCertificate, ({ params, db }) => service.revoke(db, params.id));
  serve(app, certificate.reissueCertificate, ({ params, db }) => service.reissue(db, params.id));
  serve(app, certificate.checkCertificate, async ({ params, db, request, reply }) => {
    await limit(request, reply);
    return service.check(db, params.code);
  });
}
