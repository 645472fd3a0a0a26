/** SQL of the sections of courses with their items, as the curriculum, the rehearsal and the locks of members need them. */
import { type RawBuilder, sql } from 'kysely';
import type { getSection } from '#contract/course/section/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { isHeldLesson } from './held-classes.ts';
import { minutesOf, videoOf } from './video.ts';

/** Whether a lesson has no content yet, by its type. */
const isEmptyLesson = sql`case l.type when 'VIDEO' then l.video_source is null when 'ARTICLE' then l.content = ''
  when 'FILE' then l.attachments = '[]' when 'LIVE_CLASS' then coalesce(l.start_at, course_section.start_at) is null else l.description = '' and l.content = '' end`;

/** Whether no set of answers can reach the passing score, counted as in `scoreOf`; false without questions (empty instead). */
const isUnpassable = sql`coalesce(q.type = 'QUIZ' and (select count(*) > 0 and coalesce(100 * sum(score) filter
  (where case type when 'SHORT_ANSWER' then btrim(answer_key, E' \\t\\r\\n') <> '' else options @> '[{"isCorrect": true}]' end) / nullif(sum(score), 0), 0) < q.passing_score
  from question where quiz_id = q.id), false)`;

/** Items of a section in order; `priority` has no gaps. */
const items: RawBuilder<Reply<typeof getSection>['items']> = sql`coalesce((
  select json_agg(json_build_object('kind', i.kind, 'id', i.item_id, 'name', coalesce(l.name, q.name), 'type', coalesce(l.type, q.type),
    'materialType', coalesce(l.material_type, q.material_type), 'priority', i.place, 'duration', coalesce(${minutesOf(sql`l.duration`, sql`v.video_duration`)}, q.time_limit, 0),
    'startAt', l.start_at, 'isHeld', ${isHeldLesson(sql`l.id`)}, 'isPreview', coalesce(l.is_preview, false), 'videoStatus', coalesce(v.video_status, ''), 'lockRule', coalesce(l.lock_rule, 'NONE'), 'version', coalesce(l.version, q.version),
    'isEmpty', case when q.id is null then ${isEmptyLesson} else not exists (select from question where quiz_id = q.id) end, 'isUnpassable', ${isUnpassable}) order by i.place)
  from (select kind, item_id, row_number() over (order by position) as place from section_item where section_id = course_section.id) i
    left join lesson l on i.kind = 'lesson' and l.id = i.item_id
    left join ${videoOf('l.video_source')} v on l.video_source is not null
    left join quiz q on i.kind <> 'lesson' and q.id = i.item_id), '[]')`;

const sectionsOf = (db: Db, courseId: string) =>
  db
    .selectFrom('courseSection')
    .where('courseId', '=', courseId)
    .select([
      'id as sectionId',
      'courseId',
      'name',
      'description',
      'startAt',
      'endAt',
      'gmeetUrl',
      'updatedAt',
      'version',
      sql<number>`(select count(*)::int from course_section other
        where other.course_id = course_section.course_id and other.position <= course_section.position)`.as('priority'),
      items.as('items'),
    ]);

/** Sections of a course, by position. */
export const findSections = (db: Db, courseId: string) => sectionsOf(db, courseId).orderBy('position').execute();

/** Section of a course; undefined if the course has no such section. */
export const findSection = (db: Db, courseId: string, sectionId: string) =>
  sectionsOf(db, courseId).where('id', '=', sectionId).executeTakeFirst();
