/** SQL of project submissions. */
import { sql } from 'kysely';
import { gradeOf } from '#contract/submission/grade.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import {
  type Submission,
  type SubmissionSort,
  type SubmissionStatus,
  type getSubmission,
  listSubmissions,
  submissionRow,
} from '#contract/submission/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import { byMoment, cappedCount, pagedList, matchesAll, pageOf, queriedList, tableCount } from '#platform/list.ts';
import { personPatterns } from '#shared/person-search.ts';

/** Row with the grade of its score. */
export const withGrade = <Row extends { reviewScore: number | null }>(row: Row) => ({
  ...row,
  grade: row.reviewScore === null ? null : gradeOf(row.reviewScore),
});

const productType = sql<
  Submission['productType']
>`case when project_submission.path_id is null then 'COURSE' else 'PATH' end`;

const columns = columnsOf('projectSubmission', submissionRow.omit({ grade: true }), {
  user: sql<Submission['user']>`(select json_build_object('id', member.id, 'name', member.name, 'email', member.email)
    from "user" member where member.id = project_submission.user_id)`,
  productType,
  productId: sql<string>`coalesce(project_submission.course_id, project_submission.path_id)`,
  productName: sql<string>`coalesce((select course.name from course where course.id = project_submission.course_id),
    (select path.name from learning_path path where path.id = project_submission.path_id))`,
  reviewedBy: sql<Submission['reviewedBy']>`(select json_build_object('id', reviewer.id, 'name', reviewer.name)
    from "user" reviewer where reviewer.id = project_submission.reviewed_by)`,
});

/** Rank expression of the index `project_submission_by_rank`. */
const rank = sql`(case status when 'not-reviewed' then 0 when 'checked' then 2 else 1 end)`;

/** Sort orders, served by two indexes that are scanned in both directions. */
export const sortKeys: Record<SubmissionSort, { keys: readonly (typeof rank)[]; way: 'asc' | 'desc' }> = {
  latest: { keys: [sql`submitted_at`], way: 'desc' },
  earliest: { keys: [sql`submitted_at`], way: 'asc' },
  'not-reviewed': { keys: [rank, sql`submitted_at`], way: 'asc' },
  checked: { keys: [rank, sql`submitted_at`], way: 'desc' },
};

const orderBy = ({ keys, way }: (typeof sortKeys)[SubmissionSort]) =>
  sql.join([...keys, sql`id`].map((key) => sql`${key} ${sql.raw(way)}`));

/** Filter of submissions; a type alias, as an interface is not assignable to a record. */
export type SubmissionFilter = {
  patterns?: readonly string[] | undefined;
  status?: SubmissionStatus | undefined;
  productType?: Submission['productType'] | undefined;
};

/** Submissions that match a filter, unsorted. */
export function matchingSubmissions(db: Db, filter: SubmissionFilter) {
  let matching = db.selectFrom('projectSubmission');
  if (filter.patterns) matching = matching.where(matchesAll('search', filter.patterns));
  if (filter.status) matching = matching.where('status', '=', filter.status);
  if (filter.productType) matching = matching.where(sql<boolean>`${productType} = ${filter.productType}`);
  return matching;
}

const submissionsPage = queriedList(
  listSubmissions,
  (db, filter, window, sort) => {
    const all = db.selectFrom('projectSubmission');
    const matching = matchingSubmissions(db, filter);
    const isWhole = Object.values(filter).every((value) => value === undefined);
    const { keys, way } = sortKeys[sort];
    const page =
      isWhole && keys.length === 1
        ? byMoment(all, 'projectSubmission', way === 'desc' ? '-submittedAt' : 'submittedAt', window)
        : pageOf(matching, all, orderBy(sortKeys[sort]), window);
    return { rows: page.select(columns), total: isWhole ? tableCount('projectSubmission') : cappedCount(matching) };
  },
  personPatterns,
);

export async function findSubmissions(...params: Parameters<typeof submissionsPage>) {
  const { rows, head } = await submissionsPage(...params);
  return { rows: rows.map(withGrade), head };
}

/** Submissions of a user, latest first. */
export const findUserSubmissions = pagedList<{ userId: string } & SubmissionFilter, Omit<Submission, 'grade'>>(
  (db, { userId, ...filter }, window) => {
    const all = db.selectFrom('projectSubmission');
    const matching = matchingSubmissions(db, filter).where('userId', '=', userId);
    return {
      rows: pageOf(matching, all, orderBy(sortKeys.latest), window).select(columns),
      total: cappedCount(matching),
    };
  },
);

type Detail = Reply<typeof getSubmission>;

const ofSameProduct = sql`other.user_id = project_submission.user_id
  and (other.course_id = project_submission.course_id or other.path_id = project_submission.path_id)`;

export const submissionById = (db: Db, id: string) =>
  db
    .selectFrom('projectSubmission')
    .where('id', '=', id)
    .select(columns)
    .select([
      'updatedAt',
      'version',
      sql<Detail['finalProject']>`(select jsonb_build_object('description', description, 'passingScore', passing_score)
        from final_project project where project.course_id = project_submission.course_id
          or project.path_id = project_submission.path_id)`.as('finalProject'),
      sql<
        Omit<Detail['attempts'][number], 'grade'>[]
      >`(select jsonb_agg(jsonb_build_object('submissionId', id, 'attempt', attempt,
          'submittedAt', submitted_at, 'status', status, 'reviewScore', review_score) order by attempt desc)
        from (select * from project_submission other where ${ofSameProduct} order by attempt desc limit 50) latest)`.as(
        'attempts',
      ),
    ])
    .executeTakeFirstOrThrow(() => notFound('submission'));
