/** Test app of calendar events with a worker, a course to schedule, and the sent letters. */
import ICAL from 'ical.js';
import { expect } from 'vitest';
import { getSchedule } from '#contract/course/calendar/endpoints.ts';
import type { Routes } from '#platform/http/server.ts';
import type { Job } from '#platform/jobs/job.ts';
import { openJobPool } from '#platform/jobs/store.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import type { Letter } from '#platform/mail/mailer.ts';
import { testAppOf } from '#platform/testing/app.ts';
import { calendarEvent } from '../jobs.ts';
import { calendarRoutes } from '../routes.ts';
import { sendInvitation } from '../send-invitation.ts';

/** Letter as read by an independent iCalendar parser. */
function read({ to, subject, text, icalendar }: Letter) {
  const calendar = new ICAL.Component(ICAL.parse(icalendar?.content ?? ''));
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!);
  // Times are in the time zone that the letter defines.
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!);
  const momentOf = (time: ICAL.Time) => {
    time.zone = zone;
    return time.toJSDate().toISOString();
  };
  return {
    to: to.address,
    subject,
    text,
    part: icalendar?.method,
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    summary: event.summary,
    location: event.location,
    status: event.component.getFirstPropertyValue('status'),
    starts: momentOf(event.startDate),
    ends: momentOf(event.endDate),
    attendees: event.attendees.map((one) => String(one.getFirstValue()).replace(/^mailto:/i, '')),
  };
}

/** `more`: routes of other areas whose changes calendars follow. */
export async function calendarApp(environment: Record<string, string> = {}, more: readonly Routes[] = []) {
  const test = await testAppOf([calendarRoutes, ...more], environment);
  const instructor = await test.as('instructor');
  const pool = openJobPool(() => test.workerUrl);
  const letters: Letter[] = [];
  const { config, storage } = test.app.deps;
  const mailer = { send: async (letter: Letter) => void letters.push(letter), close: () => undefined };
  const start = () =>
    startWorker({
      database: test.database,
      pool,
      jobs: [calendarEvent, sendInvitation] as Job[],
      services: { config, mailer, store: test.jobs, storage },
      log: { warn: () => undefined },
      pollMs: 50,
    });
  let worker: ReturnType<typeof start> | undefined = start();

  const one = async (text: string, values: unknown[]) => String((await test.sql(text, values))[0]?.['id']);
  const schedule = async (id: string) => (await instructor.call(getSchedule, { params: { id } })).body;
  const stop = async () => {
    await worker?.close(1_000);
    worker = undefined;
  };
  return {
    test,
    instructor,
    letters,
    schedule,
    stop,
    work: () => (worker ??= start()),
    /** Letters sent so far, parsed, by recipient. */
    read: () => letters.map(read).toSorted((a, b) => a.to.localeCompare(b.to)),
    /** Waits until no job is queued, running or failed; retries run without their delay. */
    async idle(): Promise<void> {
      await expect
        .poll(
          async () => {
            await test.sql(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`);
            const lines = await test.sql('select 1 from outbox');
            const jobs = await test.sql(
              `select 1 from pgboss.job where state not in ('completed') and name in ('calendar-event', 'send-invitation')`,
            );
            return lines.length + jobs.length;
          },
          { timeout: 30_000 },
        )
        .toBe(0);
    },
    addCourse: (more: { meetingUrl?: string; instructor?: string } = {}) =>
      one(
        `insert into course (tenant, type, name, slug, meeting_url, instructors)
        values ('coding', 1, 'Dasar Web', new_id()::text, $1, $2) returning id`,
        [more.meetingUrl ?? null, JSON.stringify(more.instructor ? [{ name: more.instructor }] : [])],
      ),
    addSection: (courseId: string, position: number, starts: string | null, ends: string | null) =>
      one(
        `insert into course_section (tenant, course_id, name, position, start_at, end_at)
        values ('coding', $1, 'Pertemuan ' || $2::int, $2::int, $3, $4) returning id`,
        [courseId, position, starts, ends],
      ),
    /** Creates a member with the course; returns the id. */
    async enrol(courseId: string, email: string): Promise<string> {
      const id = await one(
        `insert into "user" (tenant, email, name, password_hash, role) values ('coding', $1, 'Sari', 'none', 'member') returning id`,
        [email],
      );
      await test.sql(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [courseId, id]);
      return id;
    },
    async close(): Promise<void> {
      await stop();
      await pool.end();
      await test.close();
    },
  };
}
export type CalendarApp = Awaited<ReturnType<typeof calendarApp>>;
