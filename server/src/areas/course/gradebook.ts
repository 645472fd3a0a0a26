/** Gradebook of a course: a page of its members with their results. */
import { sql } from 'kysely';
import { certificateScore } from '#contract/certificate/rules.ts';
import { getGradebook } from '#contract/course/gradebook.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { cappedCount, matchesAll, pagedList } from '#platform/list.ts';
import { byName, ordersOf } from '#platform/sorts.ts';
import { riskOf } from '#shared/at-risk.ts';
import { holdersOf } from '#shared/courses-of.ts';
import { personPatterns } from '#shared/person-search.ts';
import { among, itemsOf, touchedBy } from '#shared/progress.ts';

type Gradebook = Reply<typeof getGradebook>;
type Member = Gradebook['members'][number];
type Query = ValidatedInput<typeof getGradebook>['query'];

const sorts = ordersOf('user', getGradebook, { name: byName('user') });

interface Filters extends Omit<Query, 'page' | 'pageSize' | 'search'> {
  courseId: string;
  patterns: readonly string[] | undefined;
}

const hasCertificate = (courseId: string) => sql<boolean>`exists (select from certificate
  where certificate.course_id = ${courseId} and certificate.user_id = "user".id and certificate.status <> 'revoked')`;
const isAtRisk = (courseId: string) => sql<boolean>`exists (select from at_risk
  where at_risk.course_id = ${courseId} and at_risk.user_id = "user".id)`;

const membersPage = pagedList((db, filters: Filters, { limit, offset }) => {
  const { courseId, patterns, sort } = filters;
  let matching = db
    .selectFrom('user')
    .where('role', '=', 'member')
    .where(sql<boolean>`id in ${holdersOf(courseId)}`);
  if (patterns) matching = matching.where(matchesAll('search', patterns));
  if (filters.isAtRisk !== undefined) matching = matching.where(isAtRisk(courseId), '=', filters.isAtRisk);
  if (filters.hasCertificate !== undefined)
    matching = matching.where(hasCertificate(courseId), '=', filters.hasCertificate);
  const rows = matching.select(['id as userId', 'name', 'email']).orderBy(sorts[sort]).limit(limit).offset(offset);
  return { rows, total: cappedCount(matching) };
});

type CourseOf = Pick<Gradebook, 'lessons' | 'quizzes' | 'held' | 'hasProject'>;

/** Items and classes that the members of a course are graded by; 404 if there is no such course. */
async function findCourse(db: Db, courseId: string): Promise<CourseOf> {
  const { rows } = await sql<CourseOf>`with ${itemsOf([courseId])}
    select (select count(*)::int from item join lesson on lesson.id = item_id where kind = 'lesson' and type <> 'LIVE_CLASS') as lessons,
      (select count(distinct lesson_id)::int from item join attendance on lesson_id = item_id where kind = 'lesson') as held,
      exists (select from final_project where course_id = ${courseId}) as has_project,
      coalesce((select json_agg(json_build_object('id', item_id, 'name', quiz.name, 'passingScore', item.passing_score) order by place)
        from item join quiz on quiz.id = item_id where kind = 'quiz'), '[]') as quizzes
    from course where id = ${courseId}`.execute(db);
  return rows[0] ?? Promise.reject(notFound('course'));
}

type Results = Omit<Member, 'name' | 'email' | 'score'>;

/** Results of members, in one query that looks up each item by key. */
async function findResults(db: Db, courseId: string, userIds: readonly string[]): Promise<Results[]> {
  const { rows } = await sql<Results>`with ${itemsOf([courseId])}, ${touchedBy(among(userIds))},
      handed_in as (
        select user_id, (array_agg(review_score order by review_score is null, attempt desc))[1] as score,
          (array_agg(review_score is null order by attempt desc))[1] as is_waiting
        from project_submission where course_id = ${courseId} and ${among(userIds)} group by user_id),
      counted as (
        select user_id, (count(*) filter (where kind = 'lesson' and type <> 'LIVE_CLASS'))::int as lessons,
          (count(*) filter (where kind = 'lesson' and type = 'LIVE_CLASS'))::int as attended,
          (count(*) filter (where kind = 'quiz' and is_done))::int as passed
        from touched left join lesson on kind = 'lesson' and lesson.id = item_id group by user_id),
      scored as (
        select member.id as user_id, array_agg(touched.score order by item.place) as scores
        from unnest(${userIds}::uuid[]) as member (id) join item on item.kind = 'quiz'
          left join touched on touched.kind = 'quiz' and touched.item_id = item.item_id and touched.user_id = member.id
        group by member.id)
    select "user".id as user_id, coalesce(lessons, 0) as lessons, coalesce(attended, 0) as attended, coalesce(passed, 0) as passed,
      coalesce(scores, '{}') as scores,
      (select json_build_object('score', handed_in.score, 'state',
          case when handed_in.user_id is null then 'none' when is_waiting then 'waiting' else 'reviewed' end)
        from final_project left join handed_in on handed_in.user_id = "user".id where course_id = ${courseId}) as project,
      (select ${riskOf} from at_risk where course_id = ${courseId} and user_id = "user".id) as risk,
      (select code from certificate where course_id = ${courseId} and user_id = "user".id and status <> 'revoked') as certificate
    from "user" left join counted on counted.user_id = "user".id left join scored on scored.user_id = "user".id
    where "user".id = any(${userIds}::uuid[])`.execute(db);
  return rows;
}

/** Score as on certificates: a quiz without an attempt and a project without a review count 0. */
const scoreOf = ({ scores, project }: Results) =>
  certificateScore({
    quizzes: scores.length,
    points: scores.reduce<number>((sum, score) => sum + (score ?? 0), 0),
    project,
  });

/** Page of the gradebook; 404 if there is no such course. */
export async function gradebookPage(db: Db, courseId: string, { search, page, pageSize, ...filters }: Query) {
  const course = await findCourse(db, courseId);
  const patterns = personPatterns(search);
  const { rows, head } = await membersPage(db, { ...filters, courseId, patterns }, { page, pageSize });
  const ids = rows.map(({ userId }) => userId);
  const results = new Map((await findResults(db, courseId, ids)).map((one) => [one.userId, one]));
  const members = rows.map((row) => {
    const result = results.get(row.userId)!;
    return { ...row, ...result, score: scoreOf(result) };
  });
  return { ...head, ...course, members };
}
