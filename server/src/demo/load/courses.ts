/** Published courses of one section and one lesson; every fourth is a cohort. */
import { sql } from 'kysely';
import { levelNames } from '#contract/course/draft.ts';
import { categories } from '#contract/kernel/fields.ts';
import type { Db } from '#platform/database/database.ts';
import { coding } from '../catalogue/coding.ts';
import { idsPerCourse } from '../curriculum.ts';
import type { Share } from './share.ts';

export async function addCourses(tx: Db, { from, to, now }: Share): Promise<void> {
  const skills = Object.values(coding.subjects).flatMap((subject) => subject.skills);
  const one = (items: readonly string[], salt: number) =>
    sql`(${items}::text[])[1 + pg_temp.chance(n, ${sql.lit(salt)}, ${sql.lit(items.length)})]`;
  const numbers = sql`generate_series(${from}::bigint, ${to}) n`;
  await sql`
    insert into course (id, type, name, slug, thumbnail, category, product_kind, price, is_published, level, start_date, end_date, shift_id, capacity)
    select pg_temp.demo_id('course', n), type, 'Kelas ' || ${one(skills, 1)} || ' ' || n, 'kelas-' || n, '/demo/coding-' || 1 + n % 6 || '.svg',
      ${one(categories, 2)}, type * 2, 1000 * (149 + pg_temp.chance(n, 3, 4000)), true, ${one(Object.keys(levelNames), 4)},
      case type when 1 then starts end, case type when 1 then starts + 56 end, case type when 1 then 1 + n % 4 end, case type when 1 then 100000 end
    from ${numbers}, lateral (select case n % 4 when 0 then 1 else 0 end as type,
      (${now}::timestamptz at time zone 'Asia/Jakarta')::date - 200 + pg_temp.chance(n, 5, 300) as starts) kind`.execute(
    tx,
  );
  await sql`insert into course_section (id, course_id, name, position)
    select pg_temp.demo_id('section', n * ${sql.lit(idsPerCourse)}), pg_temp.demo_id('course', n), 'Materi', 1 from ${numbers}`.execute(
    tx,
  );
  await sql`insert into lesson (id, section_id, name, type, duration)
    select pg_temp.demo_id('lesson', n * ${sql.lit(idsPerCourse)}), pg_temp.demo_id('section', n * ${sql.lit(idsPerCourse)}), 'Pengantar', 'VIDEO', 10
    from ${numbers}`.execute(tx);
}
