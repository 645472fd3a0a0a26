/**
 * Progress of members over HTTP with an API key: 20,000 new items in batches of 1,000, and the same again. Run alone:
 * node bench/progress.ts
 */
import { askerOf } from './ask.ts';
import { note } from './report.ts';
import { type Running, connect, fillAsOwner, keyOf, withOwnServer } from './server.ts';
import { sql } from 'kysely';

const [members, lessons, atOnce] = [1000, 20, 1000];
const ids = `(select id from lesson where section_id = (select section.id from course_section section
  join course on course.id = section.course_id where slug = 'bench-progress'))`;

/** Adds a course once, and the members' external ids; removes the progress of the last run. */
const fills = [
  `insert into course (name, slug, type) values ('bench-progress', 'bench-progress', 0) on conflict do nothing`,
  `with section as (insert into course_section (course_id, name, position)
      select id, 'Satu', 1024 from course where slug = 'bench-progress'
        and not exists (select from course_section where course_id = course.id) returning id)
    insert into lesson (section_id, name, type) select id, 'Pelajaran ' || n, 'VIDEO' from section, generate_series(1, ${lessons}) n`,
  `update "user" set external_id = 'bench-' || n from (select id as member, row_number() over (order by id) as n from "user"
      where tenant = current_tenant() and role = 'member' and merged_into is null order by id limit ${members}) numbered where id = member and external_id is distinct from 'bench-' || n`,
  `delete from lesson_completion where lesson_id in ${ids}`,
];

export async function measureProgress(lectern: Running): Promise<void> {
  const client = await connect('coding');
  try {
    await fillAsOwner('coding', async (tx) => {
      for (const fill of fills) await sql.raw(fill).execute(tx);
    });
    const { rows } = await client.query<{ id: string }>(`select id from lesson where id in ${ids}`);
    const ask = askerOf(lectern, await keyOf(client, ['progress:write']));
    const items = rows.flatMap(({ id }, day) =>
      Array.from({ length: members }, (_, n) => ({
        member: `bench-${n + 1}`,
        lessonId: id,
        completedAt: `2026-11-${String(day + 1).padStart(2, '0')}T03:00:00Z`,
      })),
    );
    const send = async () => {
      const since = performance.now();
      let changed = 0;
      for (let at = 0; at < items.length; at += atOnce)
        changed += (JSON.parse(await ask('PUT', '/integration/progress', { items: items.slice(at, at + atOnce) })) as { changed: number }).changed; // prettier-ignore
      return { changed, rate: (items.length / (performance.now() - since)) * 1000 };
    };
    const [first, again] = [await send(), await send()];
    if (first.changed !== items.length || again.changed !== 0)
      throw new Error(`${first.changed} items changed, then ${again.changed}`);
    note('progress of members, new', first.rate, ' rows/s', { min: 5000 });
    note('progress of members, sent again', again.rate, ' rows/s', { min: 5000 });
  } finally {
    await client.end();
  }
}

if (import.meta.main) await withOwnServer(measureProgress);
