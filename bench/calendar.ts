/** Measures the calendar of a month with 500 classes, its reply and paint, and the preview of a next batch. Run alone: node bench/calendar.ts */
import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import { askerOf } from './ask.ts';
import { launch, signedIn } from './chromium.ts';
import { median, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, connect, tokenOf, withOwnServer } from './server.ts';

/** 25 courses, each with 20 classes in March 2040, with live lessons, 40 of them marked; and one class in April. */
const fill = `
  with made as (insert into course (type, name, slug, instructors)
    select 1, 'Calendar ' || n, 'bench-calendar-' || n, jsonb_build_array(jsonb_build_object('name', 'Instructor ' || n % 10))
    from generate_series(1, 25) n on conflict do nothing returning id, slug),
  sections as (insert into course_section (course_id, name, position, start_at, end_at)
    select id, 'Class ' || n, n * 1024, starts, starts + interval '2 hours'
    from made, generate_series(1, 20) n,
      lateral (select timestamptz '2040-03-01 09:00+07' + n * interval '1 day' + right(slug, 1)::int * interval '1 hour' as starts) at
    returning id, course_id),
  later as (insert into course_section (course_id, name, position, start_at, end_at)
    select id, 'April', 30000, '2040-04-20 19:00+07', '2040-04-20 21:00+07' from made limit 1),
  lessons as (insert into lesson (section_id, name, type) select id, 'Live', 'LIVE_CLASS' from sections returning id)
  insert into attendance (lesson_id, user_id, status)
    select lesson.id, member.id, 'PRESENT' from (select id from lessons limit 40) lesson,
      (select id from "user" where role = 'member' order by id limit 30) member`;

/** Milliseconds from the end of the reply of March until its classes are painted, noted in the page itself. */
const painted = () =>
  new Promise<number>((resolve) => {
    const look = () => {
      const [reply] = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('from=2040-02-27')) as PerformanceResourceTiming[];
      if (reply && document.querySelectorAll('[data-row]').length > 20)
        void scheduler.postTask(() => resolve(performance.now() - reply.responseEnd), { priority: 'user-blocking' });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** Turns to the month with the code of the page loaded, as people do. */
async function measurePaint(page: Page, url: string): Promise<void> {
  const taken: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    await page.goto(`${url}/calendar?view=month&date=2040-04-15`);
    await page.locator('[data-row]').first().waitFor();
    await page.waitForTimeout(500);
    const waiting = page.evaluate(painted);
    await page.keyboard.press('ArrowLeft');
    taken.push(await waiting);
  }
  note('calendar month of 500 classes painted after its reply, p50', median(taken), ' ms', { max: 100 });
}

/** A course of 60 classes from Monday to Friday, of an instructor of the classes above; its next batch is in their month. */
const fillBatch = `
  with made as (insert into course (type, name, slug, instructors, start_date, end_date)
    values (1, 'Bench Batch 1', 'bench-batch-1', '[{"name": "Instructor 1"}]', '2039-03-07', '2039-05-27') returning id)
  insert into course_section (course_id, name, position, start_at, end_at)
    select id, 'Class ' || n, (n + 1) * 1024, starts, starts + interval '2 hours' from made, generate_series(0, 59) as n,
      lateral (select timestamptz '2039-03-07 09:00+07' + (n / 5 * 7 + n % 5) * interval '1 day' as starts) at
    returning course_id`;

async function measureNextBatch(client: Client, ask: ReturnType<typeof askerOf>): Promise<void> {
  const { rows } = await client.query<{ course_id: string }>(fillBatch);
  const preview = () =>
    ask('POST', `/admin/course/${rows[0]!.course_id}/next-batch/preview/`, { startDate: '2040-03-01' });
  note('preview of a next batch of 60 classes, HTTP, p50', median(await timed(40, preview)), ' ms', { max: 200 });
}

export async function measureCalendar(lectern: Running): Promise<void> {
  const client: Client = await connect('coding');
  const browser = await launch();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(fill);
    const token = await tokenOf(client, 'coding');
    const ask = askerOf(lectern, token);
    const month = () => ask('GET', '/admin/calendar/?from=2040-02-27&to=2040-04-08');
    note('calendar month of 500 classes, HTTP, p50', median(await timed(40, month)), ' ms');
    await measureNextBatch(client, ask);
    await measurePaint(await (await signedIn(browser, lectern.url, token)).newPage(), lectern.url);
  } finally {
    await browser.close();
    await client.end();
  }
}

if (import.meta.main) await withOwnServer(measureCalendar);
