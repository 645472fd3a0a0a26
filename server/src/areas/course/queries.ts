/** SQL of courses: the list walks an index of the type, in the order asked for, and fetches the rows of one page. */
import { type RawBuilder, sql } from 'kysely';
import { courseDetail, courseRow, listCourses } from '#contract/course.ts';
import { type CourseType, courseTypeNumber } from '#contract/course-rules.ts';
import type { ValidatedInput } from '#contract/kernel.ts';
import type { sectionItemKinds } from '#contract/section.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { type Values, recordById } from '#platform/database/compiled.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, compiledList, likePattern } from '#platform/list.ts';
import { byName, ordersOf } from '#platform/sorts.ts';
import { activeDiscount } from '#shared/pricing.ts';

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
  removalConflict: true,
} as const;
const columns = columnsOf('course', courseDetail.omit(computed), from);

const courses = (db: Db) =>
  db
    .selectFrom('course')
    .leftJoin('shift', 'shift.id', 'course.shiftId')
    .select(activeDiscount('course', 'course').as('reduction'));

type CourseQuery = ValidatedInput<typeof listCourses>['query'];

interface Filters extends Values {
  type: (typeof courseTypeNumber)[CourseType];
  pattern: string | undefined;
  category: CourseQuery['filter'];
  isPublished: CourseQuery['isPublished'];
}

const sorts = ordersOf('course', listCourses, { createdAt: [], name: byName('course') });

const coursesPage = compiledList(
  (db, { type, pattern, category, isPublished }: Filters, { limit, offset }, sort: CourseQuery['sort']) => {
    let matching = db.selectFrom('course').select('id').where('type', '=', type);
    if (pattern) matching = matching.where('search', 'like', pattern);
    if (category) matching = matching.where('category', '=', category);
    if (isPublished !== undefined) matching = matching.where('isPublished', '=', isPublished);
    const page = matching.orderBy(sorts[sort]).limit(limit).offset(offset);
    return {
      rows: courses(db).select(rowColumns).where('course.id', 'in', page).orderBy(sorts[sort]),
      total: cappedCount(matching),
    };
  },
);

export const findCourses = (db: Db, type: CourseType, query: CourseQuery) =>
  coursesPage(
    db,
    {
      type: courseTypeNumber[type],
      pattern: query.search ? likePattern(query.search) : undefined,
      category: query.filter,
      isPublished: query.isPublished,
    },
    query,
    query.sort,
  );

/** Learning paths that hold the course, by name. */
const holdingPaths = sql<string[]>`array(select path.name from learning_path_course link
  join learning_path path on path.id = link.path_id where link.course_id = course.id order by path.name)`;

export const findCourse = recordById('course', (db, id) =>
  courses(db).select(columns).select(holdingPaths.as('holdingPaths')).where('course.id', '=', id),
);

interface Item {
  kind: (typeof sectionItemKinds)[number];
  id: string;
  name: string;
  type: string;
  priority: number;
  /** Minutes. */
  duration: number;
}

/** On the wire the order has no gaps. */
const items: RawBuilder<Item[]> = sql`coalesce((
  select json_agg(json_build_object('kind', i.kind, 'id', l.id, 'name', l.name, 'type', l.type, 'priority', i.place, 'duration', l.duration) order by i.place)
  from (select kind, item_id, row_number() over (order by position) as place from section_item where section_id = course_section.id) i
    join lesson l on i.kind = 'lesson' and l.id = i.item_id), '[]')`;

/** The curriculum, by position. */
export const findSections = (db: Db, courseId: string) =>
  db
    .selectFrom('courseSection')
    .where('courseId', '=', courseId)
    .orderBy('position')
    .select([
      'id as sectionId',
      'courseId',
      'name',
      'description',
      'startAt',
      'endAt',
      'gmeetUrl',
      sql<number>`(row_number() over (order by position))::int`.as('priority'),
      items.as('items'),
    ])
    .execute();

export const findShifts = (db: Db) =>
  db.selectFrom('shift').select(['id', 'code', 'description']).orderBy('id').execute();

interface Lists {
  learningOutcomes: unknown[];
  skills: unknown[];
  instructors: unknown[];
}

/** The lists of a course as their columns take them; an array as such would go over as PostgreSQL's own. */
export const listColumns = ({ learningOutcomes, skills, instructors }: Lists) => ({
  learningOutcomes: JSON.stringify(learningOutcomes),
  skills: JSON.stringify(skills),
  instructors: JSON.stringify(instructors),
});

/**
 * Sections and lessons of a course for its duplicate: the content, without dates and links. Lessons come in their order,
 * and each takes the next place of its section.
 */
export async function copyCurriculum(db: Db, from: string, to: string): Promise<void> {
  await sql`
    with copied as (
      insert into course_section (course_id, name, description, position)
        select ${to}::uuid, name, description, position from course_section where course_id = ${from}
        returning id, position)
    insert into lesson (section_id, name, type, material_type, description, content, duration, is_preview, lock_rule)
      select copied.id, l.name, l.type, l.material_type, l.description, l.content, l.duration, l.is_preview, l.lock_rule
      from copied join course_section s on s.course_id = ${from} and s.position = copied.position
        join section_item i on i.section_id = s.id and i.kind = 'lesson' join lesson l on l.id = i.item_id
      order by s.position, i.position`.execute(db);
}
