/**
 * The start page over HTTP at 100,000 orders, with 1,000 classes, half of them without attendance, and 2,000 payments
 * without access. Run alone: node bench/today.ts
 */
import type { Client } from 'pg';
import { askerOf } from './ask.ts';
import { median, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, withOwnServer, connect, tokenOf } from './server.ts';

/** Adds 40 cohorts of 25 classes each, from 40 days ago until tomorrow; once. */
async function fillClasses(client: Client): Promise<void> {
  const { rows } = await client.query(`select from course where slug = 'bench-today-1'`);
  if (rows.length > 0) return;
  await client.query(`with course as (insert into course (name, slug, type, start_date, end_date)
        select 'Cohort ' || n, 'bench-today-' || n, 1, current_date - 60, current_date - 1 + n % 2 * 30 from generate_series(1, 40) n returning id),
      section as (insert into course_section (course_id, name, position, start_at, end_at)
        select course.id, 'Class ' || n, n, at, at + interval '2 hours' from course, generate_series(1, 25) n,
          lateral (select date_trunc('hour', now()) - (n - 1) * interval '40 hours' + interval '1 day' as at) as times returning id),
      lesson as (insert into lesson (section_id, name, type, duration) select id, 'Live', 'LIVE_CLASS', 120 from section returning id)
    insert into attendance (lesson_id, user_id, status)
      select id, (select id from "user" where role = 'member' limit 1), 'PRESENT' from
        (select id, row_number() over (order by id) as n from lesson) numbered where n % 2 = 0`);
  await client.query(`update course set is_published = true where slug like 'bench-today-%'`);
  await client.query(`update certificate_ready set ready = 12
    where course_id in (select id from course where slug like 'bench-today-%')`);
  await client.query(`insert into access_gap (kind, user_id, product_type, product_id, product_name, amount, since, order_id)
    select 'paid-no-access', user_id, 'courses', new_id(), 'Bench', total_amount, created_at, id from "order"
    where status = 'paid' limit 2000 on conflict do nothing`);
  await client.query('analyze');
}

export async function measureToday(lectern: Running): Promise<void> {
  const client = await connect('coding');
  try {
    await client.query('set statement_timeout = 0');
    await fillClasses(client);
    const ask = askerOf(lectern, await tokenOf(client, 'coding'));
    const measured = {
      'the start page, its whole queue': '/admin/home/',
      'the counts of the navigation': '/admin/home/counts/',
    };
    for (const [what, url] of Object.entries(measured))
      note(`${what}, HTTP, p50`, median(await timed(100, () => ask('GET', url))), ' ms', { max: 100 });
  } finally {
    await client.end();
  }
}

if (import.meta.main) await withOwnServer(measureToday);
