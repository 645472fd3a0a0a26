/** SQL of learning paths and their finals. */
import { type RawBuilder, sql } from 'kysely';
import { assignments } from '#contract/assignment/table.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import type { getPathOutline } from '#contract/learning-path/outline.ts';
import type { getPathProject } from '#contract/learning-path/final.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { cappedCount, matchesAll, pageOf, queriedList } from '#platform/list.ts';
import { byName, ordersOf } from '#platform/sorts.ts';
import { countItems } from '#shared/assignment/link.ts';
import { activeDiscount, withFinalPrice } from '#shared/pricing/pricing.ts';

const columns = [
  'learningPath.id',
  ...columnsOf('learningPath', learningPaths.row.omit({ finalPrice: true, pathID: true }), {
    totalCourses: countItems(assignments.pathCourses),
    totalPublished: sql<number>`(select count(*)::int from learning_path_course link
      join course on course.id = link.course_id and course.is_published where link.path_id = learning_path.id)`,
  }),
] as const;
/** Row for the wire. `pathID` is set here, as the column-name conversion would return it as `pathId`. */
const toWire = <Row extends Parameters<typeof withFinalPrice>[0] & { id: string }>({ id, ...row }: Row) => ({
  pathID: id,
  ...withFinalPrice(row),
});
const reduction = activeDiscount('learning-path', 'learningPath').as('reduction');

const sorts = ordersOf('learningPath', learningPaths.list, { createdAt: [], name: byName('learningPath') });

type PathQuery = ValidatedInput<typeof learningPaths.list>['query'];

/** Learning paths that match a filter. */
export function matchingPaths(
  db: Db,
  {
    patterns,
    category,
    isPublished,
  }: Pick<PathQuery, 'category' | 'isPublished'> & { patterns: readonly string[] | undefined },
) {
  let matching = db.selectFrom('learningPath');
  if (patterns) matching = matching.where(matchesAll('search', patterns));
  if (category) matching = matching.where('category', '=', category);
  if (isPublished !== undefined) matching = matching.where('isPublished', '=', isPublished);
  return matching;
}

const pathsPage = queriedList(learningPaths.list, (db, filters, window, sort) => {
  const all = db.selectFrom('learningPath');
  const matching = matchingPaths(db, filters);
  const rows = pageOf(matching, all, sorts[sort], window).select(columns).select(reduction);
  return { rows, total: cappedCount(matching) };
});

/** Page of learning paths with their final prices. */
export async function findPaths(...params: Parameters<typeof pathsPage>) {
  const { rows, head } = await pathsPage(...params);
  return { rows: rows.map((row) => toWire(row)), head };
}

type Course = Reply<typeof getPathOutline>['courses'][number];

/** Courses of a path in order, with the additional JSON `fields`. */
const coursesInOrder = <Row>(fields: RawBuilder<unknown>) =>
  sql<Row[]>`coalesce((select json_agg(json_build_object('id', course.id, 'name', course.name, 'type', course.type,
      'isPublished', course.is_published ${fields}) order by link.position)
    from learning_path_course link join course on course.id = link.course_id where link.path_id = learning_path.id), '[]')`;

const pathById = (db: Db, id: string) =>
  db
    .selectFrom('learningPath')
    .select(columns)
    .select([reduction, 'version', coursesInOrder<Omit<Course, 'sections'>>(sql``).as('assignedCourses')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('learning path'));

/** Learning path with its courses and final price; 404 if it does not exist. */
export const findPath = async (db: Db, id: string) => toWire(await pathById(db, id));

const sections = sql`, 'sections', coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.position)
  from course_section s where s.course_id = course.id), '[]')`;

/** Courses of a path in order, with their sections; 404 if the path does not exist. */
export const findOutline = (db: Db, id: string) =>
  db
    .selectFrom('learningPath')
    .select(coursesInOrder<Course>(sections).as('courses'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('learning path'));

/** Final quiz of a path. */
export const findFinalQuiz = (db: Db, pathId: string) =>
  db
    .selectFrom('quiz')
    .select([
      'id as quizId',
      'name',
      'passingScore',
      sql<number>`(select count(*)::int from question where quiz_id = quiz.id)`.as('totalQuestions'),
    ])
    .where('pathId', '=', pathId)
    .executeTakeFirst();

/** Final project of a path. */
export const findFinalProject = (db: Db, pathId: string): Promise<Reply<typeof getPathProject> | undefined> =>
  db
    .selectFrom('finalProject')
    .select([
      'id as finalProjectId',
      sql<string>`path_id`.as('pathId'),
      'description',
      'passingScore',
      'updatedAt',
      'version',
    ])
    .where('pathId', '=', pathId)
    .executeTakeFirst();

/** Final project of a path; 404 if `id` is not its id. */
export async function projectOf(db: Db, pathId: string, id: string) {
  const project = await findFinalProject(db, pathId);
  if (project?.finalProjectId !== id) throw notFound('final project');
  return project;
}
