/** SQL of certificates. */
import { sql } from 'kysely';
import { courseTypeNumber } from '#contract/course/rules.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import {
  certificateRow,
  type checkCertificate,
  listCertificateCourses,
  listCertificates,
} from '#contract/certificate/endpoints.ts';
import { sortedField } from '#contract/kernel/sorts.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pagedList, matchesAll, queriedList, searchPatterns } from '#platform/list.ts';
import { byName, ordersOf } from '#platform/sorts.ts';
import { minutesOf, videoOf } from '#shared/video.ts';

type Row = Reply<typeof listCertificates>['certificates'][number];

const columns = columnsOf('certificate', certificateRow, {
  certificateId: 'code',
  user: sql<Row['user']>`json_build_object('id', certificate.user_id,
    'name', (select u.name from "user" u where u.id = certificate.user_id))`,
});

const sorts = ordersOf('certificate', listCertificates, { name: byName('certificate') });

type ListQuery = ValidatedInput<typeof listCertificates>['query'];

interface Filters {
  courseId: string;
  patterns: readonly string[] | undefined;
  status: ListQuery['status'];
  sort: ListQuery['sort'];
}

const certificatesPage = pagedList((db, { courseId, patterns, status, sort }: Filters, { limit, offset }) => {
  let matching = db.selectFrom('certificate').where('courseId', '=', courseId);
  if (patterns) matching = matching.where(matchesAll('search', patterns));
  if (status) matching = matching.where('status', '=', status);
  const page = matching.select('id').orderBy(sorts[sort]).limit(limit).offset(offset);
  return {
    rows: db.selectFrom('certificate').where('id', 'in', page).orderBy(sorts[sort]).select(columns),
    total: cappedCount(matching),
  };
});

export const findCertificates = (db: Db, courseId: string, { search, status, sort, ...page }: ListQuery) =>
  certificatesPage(db, { courseId, patterns: searchPatterns(search), status, sort }, page);

const countOf = (status: string) => sql<number>`(select count(*)::int from certificate c
  where c.course_id = course.id and c.status = ${sql.lit(status)})`;

const courseSorts = ordersOf('course', listCertificateCourses, { ready: [sql`ready`], name: byName('course') });

interface Listed {
  id: string;
  search: string;
  type: number;
  ready: number;
}

/**
 * Courses with certificates, from the table whose index has the sort: PostgreSQL drops the other one unless a filter needs
 * it, so a page far down reads one index only.
 */
const coursesBy = (field: string) =>
  field === 'ready'
    ? sql<Listed>`(select course_id as id, search, type, ready
        from certificate_ready left join course on course.id = course_id)`
    : sql<Listed>`(select id, search, type, ready
        from course left join certificate_ready on course_id = course.id where has_certificate)`;

/** Courses that offer certificates, with the number of ready members and of certificates in each status. */
export const findCourses = queriedList(
  listCertificateCourses,
  (db, { patterns, isReady, type }, { limit, offset }, sort) => {
    const matching = (field: string) => {
      let found = db.selectFrom(coursesBy(field).as('course'));
      if (patterns) found = found.where(matchesAll('search', patterns));
      if (type) found = found.where('type', '=', courseTypeNumber[type]);
      return isReady === undefined ? found : found.where('ready', isReady ? '>' : '=', 0);
    };
    const page = matching(sortedField(sort)).select('id').orderBy(courseSorts[sort]).limit(limit).offset(offset);
    const rows = db
      .selectFrom('course')
      .innerJoin('certificateReady', 'certificateReady.courseId', 'course.id')
      .where('id', '=', sql<string>`any(array(${page}))`)
      .orderBy(courseSorts[sort])
      .select(['id', 'name', 'thumbnail', 'type', 'endDate', 'totalMembers', 'ready'])
      .select([countOf('issued').as('issued'), countOf('pending').as('pending'), countOf('revoked').as('revoked')]);
    return { rows, total: cappedCount(matching('name')) };
  },
);

/** Course with its certificate settings; 404 if it does not exist. */
export const findCourse = (db: Db, id: string) =>
  db
    .selectFrom('course')
    .where('id', '=', id)
    .select(['id', 'name', 'hasCertificate', 'passingScore'])
    .executeTakeFirstOrThrow(() => notFound('course'));

/** Courses as {@link findCourse}, with the total minutes of their lessons, by id. */
export async function findCertificateCourses(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string;
    name: string;
    hasCertificate: boolean;
    passingScore: number;
    minutes: number;
    isAnyIssued: boolean;
  }>`select course.id, course.name, has_certificate, passing_score,
      exists (select from certificate c where c.course_id = course.id) as is_any_issued,
      (select coalesce(sum(${minutesOf(sql`lesson.duration`, sql`video.video_duration`)}), 0)::int
        from course_section s join lesson on lesson.section_id = s.id
          left join ${videoOf('lesson.video_source')} as video on true
        where s.course_id = course.id) as minutes
    from course where id = any(${ids}::uuid[]) order by id`.execute(db);
  return rows;
}

const papers = (db: Db) =>
  db
    .selectFrom('certificate')
    .select(['id', 'code', 'name', 'courseName', 'courseId', 'userId', 'grade', 'totalHours', 'issuedAt'])
    .select(['status', 'version']);

/** Contents and state of a certificate; 404 if it does not exist. */
export const findPaper = (db: Db, id: string) =>
  papers(db)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('certificate'));
export type Paper = Awaited<ReturnType<typeof findPaper>>;

/** Certificates of a course whose PDF is not generated yet. */
export const findUnmade = (db: Db, courseId: string): Promise<Paper[]> =>
  papers(db)
    .where('courseId', '=', courseId)
    .where('fileUrl', 'is', null)
    .where('status', '<>', 'revoked')
    .orderBy('id')
    .execute();

/** Certificate by its printed code, also if it is revoked; undefined: no such code. */
export const findByCode = (db: Db, code: string): Promise<Reply<typeof checkCertificate> | undefined> =>
  db
    .selectFrom('certificate')
    .where('code', '=', code)
    .select(['code as certificateId', 'name', 'courseName', 'grade', 'totalHours', 'issuedAt', 'revokedAt'])
    .executeTakeFirst();

/** Current names of the member and the course. */
export const findNames = async (db: Db, { courseId, userId }: Pick<Paper, 'courseId' | 'userId'>) =>
  (
    await sql<{ name: string; courseName: string }>`select u.name, course.name as course_name
      from "user" u, course where u.id = ${userId} and course.id = ${courseId}`.execute(db)
  ).rows[0]!;

export interface NewCertificate {
  code: string;
  courseId: string;
  courseName: string;
  totalHours: number;
  userId: string;
  name: string;
  score: number | null;
  grade: string | null;
  completedAt: string | null;
}

/** Inserts certificates, skipping members who have one and codes in use; returns those inserted. */
export async function insertCertificates(db: Db, certificates: readonly NewCertificate[]) {
  const { rows } = await sql<{ id: string; courseId: string; courseName: string; name: string }>`
    insert into certificate (course_id, course_name, total_hours, code, user_id, name, score, grade, completed_at)
    select made."courseId", made."courseName", made."totalHours", made.code, made."userId", made.name, made.score, made.grade,
      coalesce(made."completedAt", now())
    from jsonb_to_recordset(${JSON.stringify(certificates)}::jsonb) made (code text, "courseId" uuid, "courseName" text,
      "totalHours" int, "userId" uuid, name text, score smallint, grade text, "completedAt" timestamptz)
    on conflict do nothing returning id, course_id, course_name, name`.execute(db);
  return rows;
}
