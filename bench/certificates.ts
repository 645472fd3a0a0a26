/**
 * Certificates over HTTP: 1,000 issued by one call until the last PDF is made, and lists of certificates and
 * members, with 100,000 certificates in five courses. Run alone: node bench/certificates.ts
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Ask, askerOf } from './ask.ts';
import { median, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, withOwnServer, connect, tokenOf } from './server.ts';

async function courseOf(client: Client, slug: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into course (name, slug, type) values ($1, $1, 0)
      on conflict (tenant, slug) do update set name = excluded.name returning id`,
    [slug],
  );
  return rows[0]!.id;
}

/**
 * Adds a class that all 1,000 members attended; their names can be printed, and none has a certificate yet. Returns the
 * course's id.
 */
async function fillAttended(client: Client): Promise<string> {
  const course = await courseOf(client, 'bench-certificates');
  await client.query('delete from certificate where course_id = $1', [course]);
  await client.query('delete from course_section where course_id = $1', [course]);
  await client.query(
    `insert into course_user (course_id, user_id)
      select $1, id from (select id from "user" where role = 'member' and name ~ '^[ -~]+$' order by id limit 1000) member
      on conflict do nothing`,
    [course],
  );
  await client.query(
    `with section as (insert into course_section (course_id, name, position) values ($1, 'Term', 1024) returning id),
        lesson as (insert into lesson (section_id, name, type, duration) select id, 'Class', 'LIVE_CLASS', 120 from section returning id)
      insert into attendance (lesson_id, user_id, status)
        select lesson.id, user_id, 'PRESENT' from lesson, course_user where course_id = $1`,
    [course],
  );
  return course;
}

/** Adds 20,000 certificates to each of five courses, once; returns the id of one of the courses. */
async function fillMany(client: Client): Promise<string> {
  const courses: string[] = [];
  for (let n = 1; n <= 5; n += 1) courses.push(await courseOf(client, `bench-certified-${n}`));
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from certificate where course_id = any($1)',
    [courses],
  );
  if (rows[0]!.n === 0)
    await client.query(
      `insert into certificate (code, name, course_id, user_id, course_name, status, issued_at)
        select translate(lpad(row_number() over ()::text, 10, '2'), '01', 'XY'), member.name, course, member.id, 'Bench', 'issued',
          now() - (row_number() over ()) * interval '1 minute'
        from unnest($1::uuid[]) course, (select id, name from "user" where role = 'member' order by id limit 20000) member
        on conflict do nothing`,
      [courses],
    );
  return courses[0]!;
}

async function measureIssue(ask: Ask, client: Client): Promise<void> {
  const course = await fillAttended(client);
  const since = performance.now();
  const { changed } = JSON.parse(await ask('POST', `/admin/certificate/course/${course}`)) as { changed: number };
  const callMs = performance.now() - since;
  const made = async () => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from certificate where course_id = $1 and status = 'issued'`,
      [course],
    );
    return rows[0]!.n;
  };
  while ((await made()) < changed) await sleep(100);
  note(
    `${changed} certificates issued, until the last PDF is kept`,
    (performance.now() - since) / 1000,
    ' s',
    { max: 60 },
    `the call ${callMs.toFixed(0)} ms`,
  );
}

async function measureLists(ask: Ask, client: Client): Promise<void> {
  const course = await fillMany(client);
  const path = `/admin/certificate/course/${course}`;
  const readings = {
    'a page of certificates of 100,000': `${path}?pageSize=10`,
    'a page of them by name, far down': `${path}?pageSize=10&sort=name&page=900`,
    'a page of them by a part of a name': `${path}?pageSize=10&search=wulandari`,
    'a page of courses with certificates': '/admin/certificate/?pageSize=10',
    'why 1,000 members have none': `/admin/certificate/course/${await fillAttended(client)}/members/?pageSize=10`,
  };
  for (const [what, url] of Object.entries(readings))
    note(`${what}, HTTP, p50`, median(await timed(60, () => ask('GET', url))), ' ms', { max: 20 });
}

export async function measureCertificates(lectern: Running): Promise<void> {
  const client = await connect('coding');
  try {
    await client.query('set statement_timeout = 0');
    const ask = askerOf(lectern, await tokenOf(client, 'coding'));
    await measureIssue(ask, client);
    await measureLists(ask, client);
  } finally {
    await client.end();
  }
}

if (import.meta.main) await withOwnServer(measureCertificates);
