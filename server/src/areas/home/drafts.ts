/** Drafts with exactly one unmet condition for publishing, among the most recently changed. */
import { sql } from 'kysely';
import { listCourses } from '#contract/course/endpoints.ts';
import { type CourseType, courseTypeNumber, missingForPublishing } from '#contract/course/rules.ts';
import { maxDrafts } from '#contract/home/endpoints.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import { missingForPathPublishing } from '#contract/learning-path/rules.ts';
import type { Db } from '#platform/database/database.ts';
import { type Waiting, type WaitingItem, type WaitingSource, shortSource } from '#shared/waiting.ts';

interface Draft {
  id: string;
  name: string;
  updatedAt: string;
}

function lackingOne<Row extends Draft>(
  rows: readonly Row[],
  missing: (row: Row) => NonNullable<WaitingItem['lacks']>[],
  refsOf: (row: Row) => Pick<WaitingItem, 'record' | 'course'>,
): Waiting {
  const items = rows.flatMap((row) => {
    const [lacks, ...more] = missing(row);
    const { id, name, updatedAt } = row;
    return lacks && more.length === 0
      ? [{ id, name, about: '', amount: null, at: updatedAt, lacks, ...refsOf(row) }]
      : [];
  });
  return { total: items.length, items: items.toReversed() };
}

const courseDrafts = (db: Db, type: CourseType) =>
  db
    .selectFrom('course')
    .where('type', '=', courseTypeNumber[type])
    .where(sql<boolean>`not is_published`)
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxDrafts)
    .select(['id', 'name', 'thumbnail', 'category', 'updatedAt'])
    .select([
      // Not `exists`, which the planner may turn into a hash of all sections.
      sql<boolean>`(select true from course_section section where section.course_id = course.id limit 1) is true`.as(
        'hasSection',
      ),
      sql<boolean>`(select true from course_section section join section_item item on item.section_id = section.id
        where section.course_id = course.id and item.kind = 'lesson' limit 1) is true`.as('hasLesson'),
    ])
    .execute();

const draftsOfCourses = (type: CourseType): WaitingSource =>
  shortSource({
    kind: 'draft',
    opens: listCourses,
    find: async ({ db }) =>
      lackingOne(
        await courseDrafts(db, type),
        ({ hasSection, hasLesson, ...course }) =>
          missingForPublishing({
            ...course,
            sections: hasSection ? [{ items: hasLesson ? [{ kind: 'lesson' }] : [] }] : [],
          }),
        ({ id }) => ({ record: { kind: 'course', id }, course: { id, type } }),
      ),
  });

const pathDrafts = (db: Db) =>
  db
    .selectFrom('learningPath')
    .where(sql<boolean>`not is_published`)
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxDrafts)
    .select(['id', 'name', 'updatedAt'])
    .select(
      sql<number>`(select count(*)::int from learning_path_course where path_id = learning_path.id)`.as('totalCourses'),
    )
    .execute();

const draftsOfPaths = shortSource({
  kind: 'draft',
  opens: learningPaths.list,
  find: async ({ db }) =>
    lackingOne(await pathDrafts(db), missingForPathPublishing, ({ id }) => ({ record: { kind: 'learning-path', id } })),
});

export const draftSources: readonly WaitingSource[] = [
  draftsOfCourses('flexy'),
  draftsOfCourses('fast-track'),
  draftsOfPaths,
];
