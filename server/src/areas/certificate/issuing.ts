/** Issuing certificates to all members of courses who meet the rules, and taking them back (docs/decisions/0087). */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { batchKinds } from '#contract/batch/endpoints.ts';
import { issueCertificates, maxIssued } from '#contract/certificate/endpoints.ts';
import { certificateAlphabet, certificateHours, certificateLength } from '#contract/certificate/rules.ts';
import { certificateScore, failedRules } from '#contract/certificate/rules.ts';
import { gradeOf } from '#contract/submission/grade.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict, notFound } from '#platform/errors.ts';
import { enqueueAll } from '#platform/jobs/outbox.ts';
import type { Caller } from '#platform/session/access-token.ts';
import type { RecordedKind } from '#shared/batch/kind.ts';
import { recordBatch } from '#shared/batch/record.ts';
import type { Setting } from '#shared/batch/setting.ts';
import { type MemberFigures, findFigures } from '#shared/certificate-figures.ts';
import { storeReady } from '#shared/certificates-ready.ts';
import { countReadyJob, makeCertificates } from './jobs.ts';
import { type NewCertificate, findCertificateCourses, insertCertificates } from './queries.ts';

const everyoneHasOne = 'No member of this course is without a certificate';

const newCode = () =>
  Array.from({ length: certificateLength }, () => certificateAlphabet[randomInt(certificateAlphabet.length)]).join('');

type Course = Awaited<ReturnType<typeof findCertificateCourses>>[number];

function whyNobody({ hasCertificate, isAnyIssued }: Course, members: number): string {
  if (!hasCertificate) return 'This course has no certificates';
  if (members > 0) return 'No member meets the rules yet';
  return isAnyIssued ? everyoneHasOne : 'This course has no members';
}

/** Courses with their members who meet the rules; `reason`: why there are none. Courses that do not exist are left out. */
async function readyOf(db: Db, courseIds: readonly string[]) {
  const courses = await findCertificateCourses(db, courseIds);
  const byCourse = Map.groupBy(await findFigures(db, courseIds, { onlyComplete: false }), ({ courseId }) => courseId);
  return courses.map((course) => {
    const members = byCourse.get(course.id) ?? [];
    const ready = members.filter((figures) => failedRules(course, figures).length === 0);
    return { course, ready, reason: ready.length === 0 ? whyNobody(course, members.length) : null };
  });
}

type Ready = Awaited<ReturnType<typeof readyOf>>;

const certificateOf = ({ id, name, minutes }: Course, figures: MemberFigures): NewCertificate => {
  const score = certificateScore(figures);
  return {
    code: newCode(),
    courseId: id,
    courseName: name,
    totalHours: certificateHours(minutes),
    userId: figures.userId,
    name: figures.name,
    score,
    grade: score === null ? null : gradeOf(score),
    completedAt: figures.completedAt,
  };
};

type Issued = Awaited<ReturnType<typeof insertCertificates>>;

/** Records certificates as a bulk change; returns its id. */
function recordIssued(db: Db, caller: Caller, issued: Issued): Promise<string> {
  const courses = new Set(issued.map(({ courseId }) => courseId)).size;
  return recordBatch(db, caller, {
    kind: 'certificate-issuing',
    title: `Issue certificates of ${courses === 1 ? `“${issued[0]?.courseName}”` : `${courses} courses`}`,
    change: { value: 'issued' },
    records: issued.map(({ id, name, courseName }) => ({ id, name: `${name} · ${courseName}`, before: 'none' })),
  });
}

/** Issues certificates; returns those that no concurrent call issued. PDFs are made after the commit. */
async function issueTo(db: Db, caller: Caller, ready: Ready) {
  const certificates = ready.flatMap(({ course, ready: members }) => members.map((one) => certificateOf(course, one)));
  const issued = await insertCertificates(db, certificates.slice(0, maxIssued));
  if (issued.length === 0) throw conflict(everyoneHasOne);
  const left = certificates.slice(maxIssued);
  await storeReady(
    db,
    ready.map(({ course }) => course.id),
    left.map(({ courseId }) => courseId),
  );
  const courseIds = [...new Set(issued.map(({ courseId }) => courseId))];
  await enqueueAll(
    db,
    makeCertificates,
    courseIds.map((courseId) => ({ courseId })),
  );
  return { issued, batchId: await recordIssued(db, caller, issued) };
}

/**
 * Issues certificates to members of a course who meet the rules, at most {@link maxIssued} in a call. 409 if there are
 * none, also if a concurrent call has issued them.
 */
export async function issue(db: Db, caller: Caller, courseId: string) {
  const ready = await readyOf(db, [courseId]);
  if (!ready[0]) throw notFound('course');
  const { reason } = ready[0];
  if (reason !== null) throw conflict(reason);
  const { issued, batchId } = await issueTo(db, caller, ready);
  return { changed: issued.length, batchId };
}

const resultOf = ({ course, reason }: Ready[number], certificates: number) => ({
  courseId: course.id,
  name: course.name,
  certificates,
  reason,
});

/** As {@link readyOf}; 400 if a course does not exist. */
async function readyOfAll(db: Db, courseIds: readonly string[]): Promise<Ready> {
  const ready = await readyOf(db, courseIds);
  if (ready.length < new Set(courseIds).size) throw badRequest('One of these courses does not exist', 'courseIds');
  return ready;
}

const numberOf = (ready: Ready) => ready.reduce((sum, one) => sum + one.ready.length, 0);

/** Certificates that {@link issueMany} would issue, by course; their numbers replace those that were counted before. */
export async function previewMany(db: Db, courseIds: readonly string[]) {
  const ready = await readyOfAll(db, courseIds);
  await storeReady(
    db,
    courseIds,
    ready.flatMap(({ course, ready: members }) => members.map(() => course.id)),
  );
  return { ready: numberOf(ready), courses: ready.map((one) => resultOf(one, one.ready.length)) };
}

/**
 * Issues the certificates of several courses. 409 if not exactly `expected` members are ready, or too many, also if a
 * concurrent call has issued to some of them.
 */
export async function issueMany(
  db: Db,
  caller: Caller,
  { courseIds, expected }: { courseIds: readonly string[]; expected: number },
) {
  const ready = await readyOfAll(db, courseIds);
  const number = numberOf(ready);
  if (number > maxIssued && ready.length > 1)
    throw conflict(`At most ${maxIssued} certificates at a time: choose fewer courses`);
  const refuseOthers = (found: number) => {
    if (found !== expected)
      throw conflict(`${found} members are ready by now, instead of ${expected}: look again`, 'expected');
  };
  refuseOthers(Math.min(number, maxIssued));
  const { issued, batchId } = await issueTo(db, caller, ready);
  refuseOthers(issued.length);
  const byCourse = Map.groupBy(issued, ({ courseId }) => courseId);
  return {
    changed: issued.length,
    courses: ready.map((one) => resultOf(one, byCourse.get(one.course.id)?.length ?? 0)),
    batchId,
  };
}

type Value = keyof (typeof batchKinds)['certificate-issuing']['values'];

const tooLate = 'Issued more than a day ago, so the member may have shown it: revoke it instead';

const taking: Setting<Value> = {
  table: 'certificate',
  column: 'status',
  words: batchKinds['certificate-issuing'].values,
  lock: async (db, ids) => {
    const { rows } = await sql<{
      id: string;
      value: Value;
    }>`select id, case when status = 'revoked' then status else 'issued' end as value
      from certificate where id = any(${ids}::uuid[]) order by id for update`.execute(db);
    return new Map(rows.map(({ id, value }) => [id, value]));
  },
  setTogether: async (db, ids) => {
    const { rows } = await sql<{ id: string; courseId: string }>`delete from certificate
      where id = any(${ids}::uuid[]) and issued_at > now() - interval '1 day' returning id, course_id`.execute(db);
    const courseIds = new Set(rows.map(({ courseId }) => courseId));
    await enqueueAll(
      db,
      countReadyJob,
      [...courseIds].map((courseId) => ({ courseId })),
    );
    return rows.map(({ id }) => id);
  },
  setOne: () => {
    throw conflict(tooLate);
  },
};

/** Certificates that a call has issued; the undo takes back those of the last day, with their PDFs. */
export const certificateIssuing: RecordedKind = {
  calls: { kind: 'certificate-issuing', start: issueCertificates },
  setting: () => taking as Setting<string>,
};
