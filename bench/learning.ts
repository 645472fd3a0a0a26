/**
 * Learning desk with 100,000 members in 50 courses, and the gradebook of 1,000 members × 100 items, in a brand of its
 * own (docs/decisions/0135, 0138). Run alone: node bench/learning.ts
 */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { storeAtRisk } from '#shared/at-risk.ts';
import { askerOf } from './ask.ts';
import { median, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, connect, fillAsOwner, tokenOf, withOwnServer } from './server.ts';

const tenant = 'data';
export const people = { users: 100_000, courses: 200, orders: 50_000, tracking: 0 };
const [courses, members, items] = [50, 1000, 100];

const numbered = `(select id, row_number() over (order by id) as n from "user" where tenant = current_tenant() and role = 'member')`;
const ofBench = `(select lesson.id, course_id, lesson.type, row_number() over (partition by course_id order by lesson.name) as n from lesson
  join course_section section on section.id = section_id join course on course.id = course_id and slug like 'bench-risk-%')`;

/**
 * Each member is in one course of 12 lessons, 3 quizzes and 5 classes, and has done a third of it in the last weeks; the last
 * course has 1,000 members and 100 items, all done.
 */
const fills = [
  `insert into course (name, slug, type, is_published) select 'Bench risk ' || n, 'bench-risk-' || n, 0, n <= ${courses}
    from generate_series(1, ${courses + 1}) n`,
  `insert into course_section (course_id, name, position) select id, 'Satu', 1024 from course where slug like 'bench-risk-%'`,
  `insert into lesson (section_id, name, type, start_at, end_at)
    select section.id, 'Lesson ' || lpad(n::text, 3, '0'), case when n % 17 > 11 then 'LIVE_CLASS' else 'ARTICLE' end,
      case when n % 17 > 11 then now() - n % 5 * interval '6 days' - interval '3 hours' end, case when n % 17 > 11 then now() - n % 5 * interval '6 days' end
    from course_section section join course on course.id = course_id and slug like 'bench-risk-%',
      generate_series(1, case when slug = 'bench-risk-${courses + 1}' then ${items - 3} else 17 end) n`,
  `insert into quiz (section_id, name, type, passing_score) select section.id, 'Quiz ' || n, 'QUIZ', 70
    from course_section section join course on course.id = course_id and slug like 'bench-risk-%', generate_series(1, 3) n`,
  `insert into course_user (course_id, user_id, assigned_at)
    select course.id, member.id, now() - (member.n % 40) * interval '1 day' from ${numbered} member
      join course on slug = 'bench-risk-' || 1 + member.n % ${courses}
    union all select course.id, member.id, now() from ${numbered} member join course on slug = 'bench-risk-${courses + 1}' where member.n <= ${members}`,
  `insert into lesson_completion (lesson_id, user_id, completed_at)
    select lesson.id, link.user_id, now() - (abs(hashtext(lesson.id::text || link.user_id)) % 30) * interval '1 day' - interval '1 hour'
    from ${ofBench} lesson join course_user link using (course_id)
    where type <> 'LIVE_CLASS' and (lesson.n % 3 = abs(hashtext(link.user_id::text)) % 4 or lesson.n > 17)`,
  `insert into attendance (lesson_id, user_id, status)
    select lesson.id, link.user_id, (array['PRESENT', 'ABSENT', 'LATE', 'PRESENT'])[1 + abs(hashtext(lesson.id::text || link.user_id)) % 4]
    from ${ofBench} lesson join course_user link using (course_id) where type = 'LIVE_CLASS'`,
  `insert into quiz_attempt (quiz_id, user_id, attempt, score, submitted_at)
    select quiz.id, link.user_id, attempt, abs(hashtext(quiz.id::text || link.user_id || attempt)) % 101, now() - interval '15 days'
    from quiz join course_section section on section.id = section_id join course on course.id = section.course_id and slug like 'bench-risk-%'
      join course_user link on link.course_id = course.id, generate_series(1, 2) attempt
    where abs(hashtext(link.user_id::text || quiz.name)) % 2 = 0`,
];

/** Work of 1,000 members in the hour between two runs. */
const anHour = `update lesson_completion done set completed_at = now() from (select user_id, min(lesson_id::text)::uuid as lesson_id
  from (select user_id, lesson_id from lesson_completion where tenant = current_tenant() and lesson_id in (select id from ${ofBench} lesson)) own
  group by 1 order by random() limit 1000) chosen
  where done.tenant = current_tenant() and done.user_id = chosen.user_id and done.lesson_id = chosen.lesson_id`;

async function measureDesk(lectern: Running, count: number): Promise<void> {
  const client = await connect(tenant);
  try {
    const ask = askerOf(lectern, await tokenOf(client, tenant));
    const { rows } = await client.query<{ id: string; slug: string }>(
      `select id, slug from course where slug in ('bench-risk-1', 'bench-risk-${courses + 1}')`,
    );
    const idOf = Object.fromEntries(rows.map(({ id, slug }) => [slug, id]));
    const path = '/admin/learning/at-risk/?pageSize=25&';
    const lists = {
      'longest first': '',
      'far down': 'page=300',
      'of a course': `courseId=${idOf['bench-risk-1']}`,
      'who failed a quiz': 'fact=failed',
      'who missed classes, shortest first': 'fact=absent&sort=-since',
      'by a search': 'search=budi',
      'without a message': 'isContacted=false',
    };
    for (const [what, query] of Object.entries(lists)) {
      const taken = median(await timed(20, () => ask('GET', path + query)));
      note(`100,000 members, ${count.toLocaleString('en')} at risk, ${what}, HTTP, p50`, taken, ' ms', { max: 100 });
    }
    const book = `/admin/course/${idOf[`bench-risk-${courses + 1}`]}/gradebook/?pageSize=100`;
    const page = median(await timed(10, () => ask('GET', book)));
    note('gradebook of 1,000 members × 100 items, 100 members, HTTP, p50', page, ' ms', { max: 300 });
    const risk = median(await timed(10, () => ask('GET', `${book}&isAtRisk=false&sort=-name`)));
    note('the same, narrowed and sorted', risk, ' ms', { max: 300 });
  } finally {
    await client.end();
  }
}

export async function measureLearning(lectern: Running): Promise<void> {
  const client = await connect(tenant);
  const { rows } = await client.query(`select from course where slug = 'bench-risk-1'`).finally(() => client.end());
  if (rows.length === 0)
    await fillAsOwner(tenant, async (tx) => {
      for (const fill of fills) await sql.raw(fill).execute(tx);
    });
  let [first, count] = [0, 0];
  const again: number[] = [];
  const find = async (tx: Db) => {
    const since = performance.now();
    await storeAtRisk(tx);
    return performance.now() - since;
  };
  await fillAsOwner(tenant, async (tx) => {
    first = await find(tx);
    for (let turn = 0; turn < 5; turn += 1) {
      await sql.raw(anHour).execute(tx);
      again.push(await find(tx));
    }
    const { rows: all } = await sql<{ n: number }>`select count(*)::int as n from at_risk
      where tenant = current_tenant()`.execute(tx);
    count = all[0]?.n ?? 0;
  });
  note('members at risk of 100,000, found first, or since the last run', first, ' ms');
  note('members at risk of 100,000, found again, 1,000 of whom did something', median(again), ' ms', { max: 1000 });
  await measureDesk(lectern, count);
}

if (import.meta.main) await withOwnServer(measureLearning, { [tenant]: people });
