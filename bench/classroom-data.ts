/** Large courses: 300 items, 1,000 items, and a class of 500 members with a term of sessions. Created once. */
import type { Client } from 'pg';

export interface Classroom {
  /** Id of a course with 300 items in 10 sections. */
  large: string;
  /** Id of a course with 1,000 items in 10 sections. */
  huge: string;
  /** Id of a cohort with 500 members and 25 classes, of which 20 were held. */
  cohort: string;
  /** Id of a quiz in the large course. */
  quiz: string;
}

export const slugs = { large: 'bench-large', huge: 'bench-huge', cohort: 'bench-cohort' } as const;

/** Every third item is a quiz with one question, the others are articles. */
const addItems = `
  with made as (insert into course_section (course_id, name, position)
    select $1, 'Section ' || n, n * 1024 from generate_series(1, 10) n returning id),
  lessons as (insert into lesson (section_id, name, type, content)
    select id, 'Lesson ' || n, 'ARTICLE', '<p>Isi</p>' from made, generate_series(1, $2::int) n where n % 3 <> 0),
  quizzes as (insert into quiz (section_id, name, type)
    select id, 'Quiz ' || n, 'QUIZ' from made, generate_series(1, $2::int) n where n % 3 = 0 returning id)
  insert into question (quiz_id, type, question, position) select id, 'TEXT', 'Apa?', 1 from quizzes`;

const addClasses = `
  with made as (insert into course_section (course_id, name, position) values ($1, 'Term', 1024) returning id)
  insert into lesson (section_id, name, type, start_at, end_at)
    select id, 'Class ' || n, 'LIVE_CLASS', date_trunc('month', now()) + n * interval '1 day 1 hour',
      date_trunc('month', now()) + n * interval '1 day 1 hour' + interval '2 hours'
    from made, generate_series(1, 25) n`;
const addMembers = `insert into course_user (course_id, user_id)
  select $1, id from (select id from "user" where role = 'member' order by id limit 500) member`;
const addMarks = `
  insert into attendance (lesson_id, user_id, status)
    select lesson.id, user_id, (array['PRESENT', 'LATE', 'ABSENT'])[1 + abs(hashtext(lesson.id::text || user_id)) % 3]
    from (select lesson.id from lesson join course_section s on s.id = section_id
      where s.course_id = $1 order by lesson.start_at limit 20) lesson, course_user where course_id = $1`;

async function addCourse(client: Client, slug: string, type: 0 | 1, fill: [text: string, ...more: unknown[]][]) {
  const { rows } = await client.query('insert into course (name, slug, type) values ($1, $1, $2) returning id', [
    slug,
    type,
  ]);
  for (const [text, ...more] of fill) await client.query(text, [rows[0].id, ...more]);
}

/** Adds the courses if they are missing. `client` has the tenant's role, so that the server's policies apply. */
export async function fillClassroom(client: Client): Promise<Classroom> {
  const read = async () => {
    const { rows } = await client.query<{ slug: string; id: string }>(
      'select slug, id from course where slug = any($1)',
      [Object.values(slugs)],
    );
    return Object.fromEntries(rows.map(({ slug, id }) => [slug, id]));
  };
  if (!(slugs.cohort in (await read()))) {
    await client.query('begin');
    await addCourse(client, slugs.large, 0, [[addItems, 30]]);
    await addCourse(client, slugs.huge, 0, [[addItems, 100]]);
    await addCourse(client, slugs.cohort, 1, [[addClasses], [addMembers], [addMarks]]);
    await client.query('commit');
  }
  const made = await read();
  const { rows } = await client.query(
    'select quiz.id from quiz join course_section s on s.id = section_id where s.course_id = $1 order by quiz.id limit 1',
    [made[slugs.large]],
  );
  return { large: made[slugs.large]!, huge: made[slugs.huge]!, cohort: made[slugs.cohort]!, quiz: rows[0].id };
}
