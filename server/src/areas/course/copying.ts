/** Copies of items, sections and curricula of courses: the content, without links and attendance; with dates if given. */
import { sql } from 'kysely';
import { copyName } from '#contract/course/rules.ts';
import { type Child, positionGap } from '#contract/kernel/ordering.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Move, copyParts as endpoint } from '#contract/course/section/endpoints.ts';
import type { SectionItemKind } from '#contract/course/section/fields.ts';
import { insertRecord, lockForUpdate } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { childrenOf, courseSections, nextPlace, reorder, sectionItems } from '#shared/ordering.ts';
import { lockSection, placeItems, raiseSections } from '#shared/section-items.ts';

interface Copied extends Child {
  kind: SectionItemKind;
}
interface Copy {
  item: Copied;
  to: string;
}
/** Times of copies by the ids of their originals; the others have none. */
export type CopiedTimes = ReadonlyMap<string, { startAt: string | null; endAt: string | null }>;
const untimed: CopiedTimes = new Map();

/** Content columns, which are copied. */
export const copiedColumns = {
  lesson: [
    'name',
    'type',
    'material_type',
    'description',
    'content',
    'duration',
    'is_preview',
    'lock_rule',
    'video_source',
    'attachments',
    'location',
  ],
  quiz: [
    'name',
    'type',
    'material_type',
    'passing_score',
    'header',
    'content',
    'time_limit',
    'max_attempts',
    'shuffle_questions',
    'result_detail',
  ],
  question: [
    'type',
    'question',
    'question_html',
    'image_url',
    'options',
    'answer_key',
    'explanation',
    'explanation_html',
    'score',
    'position',
  ],
} as const;
const listOf = (table: keyof typeof copiedColumns) => sql.join(copiedColumns[table].map((column) => sql.ref(column)));
const listed = { lesson: listOf('lesson'), quiz: listOf('quiz'), question: listOf('question') };

/** Copies items to the ends of sections, in order; returns the copies. */
async function copyAll(db: Db, copies: readonly Copy[], times = untimed): Promise<Copied[]> {
  if (copies.length === 0) return [];
  const { rows } = await sql<{ id: string }>`select new_id() as id from generate_series(1, ${copies.length})`.execute(
    db,
  );
  const made = copies.map(({ item, to }, index) => ({ ...item, from: item.id, id: rows[index]!.id, to }));
  const source = sql`unnest(${made.map(({ from }) => from)}::uuid[], ${made.map(({ id }) => id)}::uuid[], ${made.map(({ to }) => to)}::uuid[],
    ${made.map(({ kind }) => kind)}::text[], ${made.map(({ from }) => times.get(from)?.startAt ?? null)}::timestamptz[],
    ${made.map(({ from }) => times.get(from)?.endAt ?? null)}::timestamptz[])
    with ordinality as wanted (was, becomes, section, kind, starts, ends, place)`;
  const { lesson, quiz, question } = listed;
  await sql`insert into lesson (id, section_id, ${lesson}, start_at, end_at) select becomes, section, ${lesson}, starts, ends
    from ${source} join lesson on lesson.id = was and kind = 'lesson' order by place`.execute(db);
  await sql`insert into quiz (id, section_id, ${quiz}) select becomes, section, ${quiz}
    from ${source} join quiz on quiz.id = was and kind = lower(type) order by place`.execute(db);
  await sql`insert into question (quiz_id, ${question}) select becomes, ${question}
    from ${source} join question on quiz_id = was and kind <> 'lesson' order by place, position`.execute(db);
  // Lessons were inserted before quizzes; place them together in the requested order.
  for (const [section, items] of Map.groupBy(made, ({ to }) => to)) await placeItems(db, section, items, null);
  return made.map(({ kind, id }) => ({ kind, id }));
}

/** Copies items of any course to a position of a section; copies within the same course are renamed. */
async function copyItems(db: Db, courseId: string, { items, sectionId, before }: Move) {
  const path = 'items.sectionId';
  if ((await lockSection(db, sectionId, path)).courseId !== courseId)
    throw badRequest('There is no such section', path);
  const originals = await sql<Copied & { courseId: string }>`
    select kind, item_id as id, course_id from section_item join course_section on course_section.id = section_id
    where item_id = any(${items.map(({ id }) => id)}::uuid[])`.execute(db);
  const courses = new Map(originals.rows.map((item) => [`${item.kind} ${item.id}`, item.courseId]));
  items.forEach(({ kind, id }, index) => {
    if (!courses.has(`${kind} ${id}`)) throw badRequest('There is no such item', `items.items.${index}.id`);
  });
  const copies = await copyAll(
    db,
    items.map((item) => ({ item, to: sectionId })),
  );
  const own = copies.filter((_, index) => courses.get(`${items[index]!.kind} ${items[index]!.id}`) === courseId);
  await nameAsCopies(db, own);
  const present = await childrenOf(db, sectionItems, [sectionId]);
  if (before && !present.some(({ kind, id }) => kind === before.kind && id === before.id))
    throw badRequest('This is not in the section any more', 'items.before.id');
  await placeItems(db, sectionId, copies, before);
  await raiseSections(db, [sectionId]);
  return copies;
}

async function nameAsCopies(db: Db, copies: readonly Copied[]): Promise<void> {
  for (const { kind, id } of copies) {
    const table = kind === 'lesson' ? 'lesson' : 'quiz';
    const { name } = await db.selectFrom(table).where('id', '=', id).select('name').executeTakeFirstOrThrow();
    await db
      .updateTable(table)
      .where('id', '=', id)
      .set({ name: copyName(name) })
      .execute();
  }
}

/** Copies sections with their items to the end of a locked course, in order; returns the ids of the copies. */
async function copySections(
  db: Db,
  from: readonly { id: string; name: string }[],
  courseId: string,
  times: CopiedTimes = untimed,
) {
  const copies: Copy[] = [];
  const made: string[] = [];
  let position = await nextPlace(db, courseSections, courseId);
  for (const { id, name } of from) {
    const { description } = await db
      .selectFrom('courseSection')
      .where('id', '=', id)
      .select('description')
      .executeTakeFirstOrThrow();
    const to = await insertRecord(db, 'courseSection', { courseId, name, description, position, ...times.get(id) });
    position += positionGap;
    made.push(to);
    for (const { kind, id: item } of await childrenOf(db, sectionItems, [id]))
      copies.push({ item: { kind: kind as SectionItemKind, id: item }, to });
  }
  await copyAll(db, copies, times);
  return made;
}

/** Copies sections of any course into a locked course, after the section `behind`; null: to its end. */
async function copySectionsTo(db: Db, courseId: string, ids: readonly string[], behind: string | null) {
  const originals = await db
    .selectFrom('courseSection')
    .where('id', 'in', ids)
    .select(['id', 'name', 'courseId'])
    .execute();
  const byId = new Map(originals.map((section) => [section.id, section]));
  const ordered = ids.map((id, index) => {
    const section = byId.get(id);
    if (!section) throw badRequest('There is no such section', `sections.${index}`);
    return { id, name: section.courseId === courseId ? copyName(section.name) : section.name };
  });
  const present = (await childrenOf(db, courseSections, [courseId])).map(({ id }) => id);
  const at = behind === null ? present.length : present.indexOf(behind) + 1;
  if (at === 0) throw badRequest('This section is not in the course any more', 'behind');
  const made = await copySections(db, ordered, courseId);
  if (at < present.length) await reorder(db, courseSections, courseId, present.toSpliced(at, 0, ...made), null);
  return made;
}

/** Maximum number of items in a call; copying so many takes a few seconds under load. */
const maxCopies = 2000;

async function refuseTooMany(db: Db, sections: readonly string[]): Promise<void> {
  if (new Set(sections).size < sections.length) throw badRequest('A section is listed twice', 'sections');
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from section_item
    where section_id = any(${sections}::uuid[])`.execute(db);
  if (rows[0]!.count > maxCopies)
    throw badRequest('At most 2.000 items are copied at a time: choose fewer sections', 'sections');
}

/** Copies sections and items into a course, all or none; returns the new items and the ids of the new sections. */
export async function copyParts(db: Db, courseId: string, parts: ValidatedInput<typeof endpoint>['body']) {
  await lockForUpdate(db, 'course', courseId, null);
  const { sections, behind, items } = parts;
  await refuseTooMany(db, sections);
  return {
    items: items ? await copyItems(db, courseId, items) : [],
    sections: sections.length > 0 ? await copySectionsTo(db, courseId, sections, behind) : [],
  };
}

/** Copies the curriculum and the final project of a course into a new one. */
export async function copyCurriculum(db: Db, from: string, to: string, times?: CopiedTimes): Promise<void> {
  const sections = await db
    .selectFrom('courseSection')
    .where('courseId', '=', from)
    .select(['id', 'name'])
    .orderBy('position')
    .execute();
  await copySections(db, sections, to, times);
  await sql`insert into final_project (course_id, description, passing_score)
    select ${to}::uuid, description, passing_score from final_project where course_id = ${from}`.execute(db);
}
