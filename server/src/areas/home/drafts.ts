/** Drafts with exactly one unmet condition for publishing, among the most recently changed. */
import { sql } from 'kysely';
import { type CourseType, courseTypeNumber, missingForPublishing } from '#contract/course/rules.ts';
import { maxDrafts, maxWaiting } from '#contract/home/endpoints.ts';
import { missingForPathPublishing } from '#contract/learning-path/rules.ts';
import type { Db } from '#platform/database/database.ts';
import type { Block } from './block.ts';

interface Lack {
  path: string;
  label: string;
}

function lackingOne<Row, Item>(
  rows: readonly Row[],
  missing: (row: Row) => readonly Lack[],
  itemOf: (row: Row, lacks: Lack) => Item,
): Block<Item> {
  const items = rows.flatMap((row) => {
    const [first, ...more] = missing(row);
    return first && more.length === 0 ? [itemOf(row, first)] : [];
  });
  return { total: items.length, items: items.slice(0, maxWaiting) };
}

const courseDrafts = (db: Db, type: CourseType) =>
  db
    .selectFrom('course')
    .where('type', '=', courseTypeNumber[type])
    .where(sql<boolean>`not is_published`)
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxDrafts)
    .select(['id as courseId', 'name', 'thumbnail', 'category', 'updatedAt'])
    .select([
      // Not `exists`, which the planner may turn into a hash of all sections.
      sql<boolean>`(select true from course_section section where section.course_id = course.id limit 1) is true`.as(
        'hasSection',
      ),
      sql<boolean>`(select true from course_section section join section_item item on item.section_id = section.id
        where section.course_id = course.id and item.kind = 'lesson' limit 1) is true`.as('hasLesson'),
    ])
    .execute();

export const draftsOfCourses = async (db: Db, type: CourseType) =>
  lackingOne(
    await courseDrafts(db, type),
    ({ hasSection, hasLesson, ...course }) =>
      missingForPublishing({
        ...course,
        sections: hasSection ? [{ items: hasLesson ? [{ kind: 'lesson' }] : [] }] : [],
      }),
    ({ courseId, name, updatedAt }, lacks) => ({ courseId, name, updatedAt, lacks }),
  );

const pathDrafts = (db: Db) =>
  db
    .selectFrom('learningPath')
    .where(sql<boolean>`not is_published`)
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxDrafts)
    .select(['id as pathId', 'name', 'updatedAt'])
    .select(
      sql<number>`(select count(*)::int from learning_path_course where path_id = learning_path.id)`.as('totalCourses'),
    )
    .execute();

export const draftsOfPaths = async (db: Db) =>
  lackingOne(await pathDrafts(db), missingForPathPublishing, ({ pathId, name, updatedAt }, lacks) => ({
    pathId,
    name,
    updatedAt,
    lacks,
  }));
