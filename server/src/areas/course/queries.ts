/** SQL of courses: lists scan an index of the type in the requested order, and fetch the rows of one page. */
import { sql } from 'kysely';
import { courseDetail, courseRow, type getCourse, listCourses } from '#contract/course/endpoints.ts';
import { type CourseType, courseTypeNumber } from '#contract/course/rules.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pagedList, matchesAll, searchPatterns } from '#platform/list.ts';
import { byName, ordersOf } from '#platform/sorts.ts';
import { courseWith, dayAround } from '#shared/courses-with.ts';
import { activeDiscount } from '#shared/pricing/pricing.ts';

const sections = sql<number>`(select count(*)::int from course_section s where s.course_id = course.id)`;

const from = {
  shift: sql<string | null>`shift.code`,
  totalSections: sections,
};
const rowColumns = columnsOf('course', courseRow.omit({ finalPrice: true, status: true }), from);
const computed = {
  finalPrice: true,
  status: true,
  sections: true,
  totalDuration: true,
  finalProject: true,
  paths: true,
  removalConflict: true,
} as const;
const columns = columnsOf('course', courseDetail.omit(computed), from);

const courses = (db: Db) =>
  db
    .selectFrom('course')
    .leftJoin('shift', 'shift.id', 'course.shiftId')
    .select(activeDiscount('course', 'course').as('reduction'));

type CourseQuery = ValidatedInput<typeof listCourses>['query'];

interface Filters {
  type: (typeof courseTypeNumber)[CourseType];
  patterns: readonly string[] | undefined;
  category: CourseQuery['filter'];
  isPublished: CourseQuery['isPublished'];
  /** Start and end of today in Jakarta, for `has`. */
  from: string;
  until: string;
}

const sorts = ordersOf('course', listCourses, { createdAt: [], name: byName('course') });

function matchingIds(db: Db, { type, patterns, category, isPublished, ...day }: Filters, has: CourseQuery['has']) {
  let matching = db.selectFrom('course').select('id').where('type', '=', type);
  if (patterns) matching = matching.where(matchesAll('search', patterns));
  if (category) matching = matching.where('category', '=', category);
  if (isPublished !== undefined) matching = matching.where('isPublished', '=', isPublished);
  if (has) matching = matching.where(courseWith(has, day));
  return matching;
}

const coursesPage = pagedList(
  (db, { sort, has, ...filters }: Filters & Pick<CourseQuery, 'sort' | 'has'>, { limit, offset }) => {
    const matching = matchingIds(db, filters, has);
    const page = matching.orderBy(sorts[sort]).limit(limit).offset(offset);
    return {
      rows: courses(db).select(rowColumns).where('course.id', 'in', page).orderBy(sorts[sort]),
      total: cappedCount(matching),
    };
  },
);

type CourseFilter = Pick<CourseQuery, 'search' | 'filter' | 'isPublished'>;

const toFilters = (type: CourseType, { search, filter, isPublished }: CourseFilter): Filters => ({
  type: courseTypeNumber[type],
  patterns: searchPatterns(search),
  category: filter,
  isPublished,
  ...dayAround(new Date()),
});

export const findCourses = (db: Db, type: CourseType, query: CourseQuery) =>
  coursesPage(db, { ...toFilters(type, query), sort: query.sort, has: query.has }, query);

/** Query of the ids of the courses that match a list's filter. */
export const matchingCourses = (
  db: Db,
  { type, has, ...filter }: CourseFilter & { type: CourseType; has?: CourseQuery['has'] },
) => matchingIds(db, toFilters(type, filter), has);

/** Learning paths that contain the course, by name, with their numbers of users and their drip. */
const paths = sql<
  Reply<typeof getCourse>['paths']
>`coalesce((select json_agg(json_build_object('id', path.id, 'name', path.name,
    'totalUsers', path.total_users, 'dripInterval', case when path.is_drip_content then path.drip_interval end) order by path.name, path.id)
  from learning_path_course link join learning_path path on path.id = link.path_id where link.course_id = course.id), '[]')`;

export const findCourse = (db: Db, id: string) =>
  courses(db)
    .select(columns)
    .select(paths.as('paths'))
    .where('course.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('course'));

/** Final project of a course; undefined if it has none. */
export const findFinalProject = (db: Db, courseId: string) =>
  db
    .selectFrom('finalProject')
    .where('courseId', '=', courseId)
    .select(['id', sql<string>`course_id`.as('courseId'), 'description', 'passingScore', 'updatedAt', 'version'])
    .executeTakeFirst();

export const findShifts = (db: Db) =>
  db.selectFrom('shift').select(['id', 'code', 'description']).orderBy('id').execute();

/** Staff accounts, by name. */
export const findTeachers = (db: Db) =>
  db
    .selectFrom('user')
    .where(sql<boolean>`role <> 'member'`)
    .select(['id as userId', 'name', 'email'])
    .orderBy('nameKey')
    .orderBy('id')
    .limit(500)
    .execute();

interface Lists {
  learningOutcomes: unknown[];
  skills: unknown[];
  instructors: unknown[];
}

/** Values of a course's JSON columns; the driver would send arrays as PostgreSQL arrays. */
export const listColumns = ({ learningOutcomes, skills, instructors }: Lists) => ({
  learningOutcomes: JSON.stringify(learningOutcomes),
  skills: JSON.stringify(skills),
  instructors: JSON.stringify(instructors),
});
