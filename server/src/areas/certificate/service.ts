/** Rules of certificates: who is ready, revoking, reissuing and checking (domain.md, Certificate). */
import { certificateScore, failedRules, isPrintable } from '#contract/certificate/rules.ts';
import type { listCertificateMembers } from '#contract/certificate/endpoints.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { matchesSearch } from '#contract/kernel/search-text.ts';
import { lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict, notFound } from '#platform/errors.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { offsetOf } from '#platform/list.ts';
import { findFigures } from '#shared/certificate-figures.ts';
import { makeCertificates } from './jobs.ts';
import * as queries from './queries.ts';

/** Course with its members who have no certificate, each with the rules that they fail. */
async function judged(db: Db, courseId: string) {
  const course = await queries.findCourse(db, courseId);
  const members = (await findFigures(db, [courseId], { onlyComplete: false })).map((figures) => ({
    ...figures,
    score: certificateScore(figures),
    failed: failedRules(course, figures),
  }));
  return { course, members };
}

/** Page of the certificates of a course; 404 if there is no such course. */
export async function certificatesOf(db: Db, courseId: string, query: Parameters<typeof queries.findCertificates>[2]) {
  await queries.findCourse(db, courseId);
  const { head, rows } = await queries.findCertificates(db, courseId, query);
  return { ...head, certificates: rows };
}

type MembersQuery = ValidatedInput<typeof listCertificateMembers>['query'];

/** Page of the members of a course without a certificate, each with the rules that they fail. */
export async function membersOf(
  db: Db,
  courseId: string,
  { search, isReady, page, pageSize }: MembersQuery,
): Promise<Reply<typeof listCertificateMembers>> {
  const { course, members } = await judged(db, courseId);
  const ready = members.filter(({ failed }) => failed.length === 0).length;
  const matching = members.filter(
    ({ name, failed }) => matchesSearch(name, search) && (isReady === undefined || isReady === (failed.length === 0)),
  );
  const start = offsetOf({ page, pageSize });
  const shown = matching.slice(start, start + pageSize);
  return {
    course: { id: course.id, name: course.name, hasCertificate: course.hasCertificate },
    ready,
    notReady: members.length - ready,
    totalItems: matching.length,
    page,
    pageSize,
    members: shown.map(({ userId, name, score, failed }) => ({ userId, name, score, failed })),
  };
}

/** Revokes a certificate, 409 if it is revoked already; without a reference, its file is withdrawn by a trigger. */
export async function revoke(db: Db, id: string) {
  await lockForUpdate(db, 'certificate', id, null);
  const { code, status } = await queries.findPaper(db, id);
  if (status === 'revoked') throw conflict('This certificate is revoked already');
  const revokedAt = new Date().toISOString();
  await updateRecord(db, 'certificate', id, { status: 'revoked', revokedAt, fileUrl: null });
  return { id, certificateId: code, status: 'revoked' as const };
}

/** Reissues a certificate with the current names and the same code, date and figures. 409 if the name is not printable. */
export async function reissue(db: Db, id: string) {
  await lockForUpdate(db, 'certificate', id, null);
  const paper = await queries.findPaper(db, id);
  const names = await queries.findNames(db, paper);
  if (!isPrintable(names.name)) throw conflict('The name has letters that a certificate cannot print');
  await updateRecord(db, 'certificate', id, { ...names, status: 'pending', revokedAt: null, fileUrl: null });
  await enqueue(db, makeCertificates, { courseId: paper.courseId });
  return { id, certificateId: paper.code, status: 'pending' as const };
}

/** Contents of the certificate with a code; 404 if it does not exist. */
export async function check(db: Db, code: string) {
  const certificate = await queries.findByCode(db, code);
  if (!certificate) throw notFound('certificate');
  return certificate;
}
