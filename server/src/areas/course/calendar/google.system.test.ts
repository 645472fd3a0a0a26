/** Tests that Google has one event and one link per class after any failure, with a local server instead of Google. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createCalendarEvent, sendSchedules } from '#contract/course/calendar/endpoints.ts';
import { type TestGoogleCalendar, testGoogleCalendar } from '#platform/testing/google-calendar.ts';
import { type CalendarApp, calendarApp } from './testing/calendar-app.ts';

vi.setConfig({ testTimeout: 60_000 });

let google: TestGoogleCalendar;
let calendar: CalendarApp;
let courseId: string;
let sectionId: string;

beforeAll(async () => {
  google = await testGoogleCalendar();
  calendar = await calendarApp(google.environment);
});
beforeEach(async () => {
  courseId = await calendar.addCourse();
  sectionId = await calendar.addSection(courseId, 1, '2091-12-04T12:00:00Z', '2091-12-04T14:00:00Z');
  await calendar.enrol(courseId, `${courseId}@example.com`);
});
afterEach(async () => {
  google.state.trouble = () => undefined;
  google.calendar.readsUntilLink = 0;
  google.calendar.failLinks = 0;
  await calendar.idle();
  google.calls.length = 0;
  google.calendar.notified.length = 0;
});
afterAll(async () => {
  await calendar.close();
  await google.close();
});

/** Skips the delay until the next retry. */
const again = () => calendar.test.sql(`update pgboss.job set start_after = now() where state = 'retry'`);
const create = () => calendar.instructor.call(createCalendarEvent, { params: { id: courseId, sectionId }, body: {} });
const eventId = async () =>
  String((await calendar.test.sql('select id from calendar_event where section_id = $1', [sectionId]))[0]?.['id']);
const stored = async () => google.calendar.events.get((await eventId()).replaceAll('-', ''));
const state = async () => (await calendar.schedule(courseId)).classes[0];
const notifications = async () => {
  const id = (await eventId()).replaceAll('-', '');
  return google.calendar.notified.filter((one) => one.id === id).map(({ method }) => method);
};

it('creates an event whose link becomes the section’s, and sends no mail of its own', async () => {
  google.calendar.readsUntilLink = 3;
  const { status, body } = await create();
  expect(status).toBe(200);
  expect(body.gmeetUrl).toMatch(/^https:\/\/meet\.google\.com\/lnk-\d+$/);
  expect(await stored()).toMatchObject({
    summary: 'Dasar Web: Pertemuan 1',
    start: { dateTime: '2091-12-04T12:00:00.000Z', timeZone: 'Asia/Jakarta' },
    attendees: [{ email: `${courseId}@example.com`, displayName: 'Sari' }],
    hangoutLink: body.gmeetUrl,
  });
  expect(await state()).toMatchObject({ gmeetUrl: body.gmeetUrl, event: { state: 'sent', invited: 1, waiting: 0 } });
  expect((await create()).body).toEqual(body);
  expect(await notifications()).toEqual(['POST']);
  expect(calendar.letters).toEqual([]);
});

it.each([
  ['busy (429)', { status: 429, retryAfter: 0 }],
  ['over its limits (403)', { status: 403, reason: 'rateLimitExceeded' }],
  ['broken (500)', { status: 500 }],
  ['silent after it did the work', 'lose the reply' as const],
])('creates one event when Google is %s at first', async (_, fault) => {
  let faults = 2;
  google.state.trouble = ({ method }) => (method === 'POST' && (faults -= 1) >= 0 ? fault : undefined);
  const { status, body } = await create();
  expect([status, faults < 2]).toEqual([200, true]);
  expect(body.gmeetUrl).toBe((await stored())?.hangoutLink);
  expect(await notifications()).toEqual(['POST']);
});

it('reports that Google failed, retries by itself, and ends with one event', async () => {
  google.state.trouble = () => ({ status: 500 });
  const { status, problem } = await create();
  expect([status, problem.message]).toEqual([502, 'Google: Told to fail (500)']);
  expect(await state()).toMatchObject({
    gmeetUrl: null,
    event: { state: 'failed', error: 'Google: Told to fail (500)' },
  });
  google.state.trouble = () => undefined;
  await again();
  await expect.poll(async () => (await state())?.event?.state, { timeout: 20_000 }).toBe('sent');
  expect((await state())?.gmeetUrl).toBe((await stored())?.hangoutLink);
  expect(await notifications()).toEqual(['POST']);
});

it('requests another link when Google could not create the first', async () => {
  google.calendar.failLinks = 1;
  expect((await create()).status).toBe(502);
  await again();
  await expect.poll(async () => (await state())?.event?.state, { timeout: 20_000 }).toBe('sent');
  expect((await state())?.gmeetUrl).toMatch(/^https:\/\/meet/);
});

it('requests a new token when the old one has expired', async () => {
  await create();
  google.state.token = 'token-2';
  await calendar.enrol(courseId, `${sectionId}@example.com`);
  await expect.poll(async () => (await stored())?.attendees.length, { timeout: 20_000 }).toBe(2);
});

it('follows moved classes and late members with the same link, and deletes the event with the class', async () => {
  const { body } = await create();
  await calendar.test.sql(
    `update course_section set start_at = start_at - interval '1 day', end_at = end_at - interval '1 day'
    where id = $1`,
    [sectionId],
  );
  await calendar.idle();
  expect(await stored()).toMatchObject({ start: { dateTime: '2091-12-03T12:00:00.000Z' }, hangoutLink: body.gmeetUrl });
  await calendar.enrol(courseId, `${sectionId}@example.com`);
  await calendar.idle();
  expect((await stored())?.attendees).toHaveLength(2);
  expect(await notifications()).toEqual(['POST', 'PATCH', 'PATCH']);
  const id = body.eventId.replaceAll('-', '');
  await calendar.test.sql('delete from course_section where id = $1', [sectionId]);
  await calendar.idle();
  expect(google.calendar.events.get(id)?.status).toBe('cancelled');
});

it('ends with the latest time when the class moves during a call to Google', async () => {
  google.state.trouble = async ({ method }) => {
    if (method === 'POST')
      await calendar.test.sql(`update course_section set end_at = '2091-12-04T15:00:00Z' where id = $1`, [sectionId]);
    return undefined;
  };
  expect((await create()).status).toBe(200);
  await calendar.idle();
  expect((await stored())?.end.dateTime).toBe('2091-12-04T15:00:00.000Z');
});

it('reports the result of each of several events', async () => {
  const second = await calendar.addSection(courseId, 2, '2091-12-11T12:00:00Z', '2091-12-11T14:00:00Z');
  google.state.trouble = ({ body }) => (body.summary?.endsWith('Pertemuan 2') ? { status: 400 } : undefined);
  const { body } = await calendar.instructor.call(sendSchedules, {
    params: { id: courseId },
    body: { events: [{ sectionId }, { sectionId: second }] },
  });
  expect(body.events).toMatchObject([
    { sectionId, state: 'sent', gmeetUrl: expect.stringContaining('https://meet') },
    { sectionId: second, state: 'failed', error: 'Google: Told to fail (400)' },
  ]);
  await calendar.test.sql(`delete from pgboss.job where state = 'failed'`);
});
