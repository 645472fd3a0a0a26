/** Tests the invitations, each sent once, when a class is scheduled, moved and removed, without Google. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createCalendarEvent, sendSchedules } from '#contract/course/calendar/endpoints.ts';
import { type CalendarApp, calendarApp } from './testing/calendar-app.ts';

vi.setConfig({ testTimeout: 60_000 });

let calendar: CalendarApp;
let courseId: string;
let sectionId: string;

/** Far in the future, so that no class of these tests is over. */
const starts = '2091-12-04T12:00:00.000Z';
const ends = '2091-12-04T14:00:00.000Z';

beforeAll(async () => {
  calendar = await calendarApp();
});
beforeEach(async () => {
  // Cancels the invitations of the previous test.
  await calendar.test.sql(`delete from "user" where role = 'member'`);
  await calendar.idle();
  calendar.letters.length = 0;
  courseId = await calendar.addCourse({ meetingUrl: 'https://zoom.example.com/j/1', instructor: 'tester instructor' });
  sectionId = await calendar.addSection(courseId, 1, starts, ends);
});
afterAll(() => calendar.close());

const create = (body: object = {}, section = sectionId, course = courseId) =>
  calendar.instructor.call(createCalendarEvent, { params: { id: course, sectionId: section }, body });

it('invites members and instructors individually, with the link of the course', async () => {
  await calendar.enrol(courseId, 'Sari@example.com');
  await calendar.enrol(courseId, 'budi@example.com');
  const { status, body } = await create();
  expect([status, body.gmeetUrl]).toEqual([200, 'https://zoom.example.com/j/1']);
  await calendar.idle();
  const letters = calendar.read();
  expect(letters.map(({ to }) => to)).toEqual(['budi@example.com', 'instructor@tests.test', 'sari@example.com']);
  expect(letters[0]).toMatchObject({
    part: 'REQUEST',
    method: 'REQUEST',
    status: 'CONFIRMED',
    uid: `${body.eventId}@lectern.test`,
    sequence: 0,
    summary: 'Dasar Web: Pertemuan 1',
    location: 'https://zoom.example.com/j/1',
    starts,
    ends,
    attendees: ['budi@example.com'],
    subject: 'Undangan: Dasar Web: Pertemuan 1',
  });
  expect(letters[0]?.text).toContain('Selasa, 04 Desember 2091 pukul 19.00–21.00 WIB');
  const { classes } = await calendar.schedule(courseId);
  expect(classes[0]).toMatchObject({
    gmeetUrl: 'https://zoom.example.com/j/1',
    event: { eventId: body.eventId, state: 'sent', error: null, invited: 3, waiting: 0 },
  });
});

it('the schedule lists the live lessons of each class in order, with their own times', async () => {
  const add = (name: string, type: string, startAt: string | null, endAt: string | null) =>
    calendar.test.sql(
      `insert into lesson (tenant, section_id, name, type, start_at, end_at) values ('coding', $1, $2, $3, $4, $5)`,
      [sectionId, name, type, startAt, endAt],
    );
  await add('Sesi bersama', 'LIVE_CLASS', null, null);
  await add('Bacaan', 'ARTICLE', null, null);
  await add('Sesi tanya jawab', 'LIVE_CLASS', '2091-12-06T12:00:00Z', '2091-12-06T13:00:00Z');
  const [one] = (await calendar.schedule(courseId)).classes;
  const instant = (at: string | null) => at && new Date(at).toISOString();
  expect(one?.liveLessons.map(({ name, startAt, endAt }) => [name, instant(startAt), instant(endAt)])).toEqual([
    ['Sesi bersama', null, null],
    ['Sesi tanya jawab', '2091-12-06T12:00:00.000Z', '2091-12-06T13:00:00.000Z'],
  ]);
});

it('sending again notifies nobody twice', async () => {
  await calendar.enrol(courseId, 'sari@example.com');
  const first = await create();
  const again = await Promise.all([create(), create()]);
  await calendar.idle();
  expect(again.map(({ body }) => body)).toEqual([first.body, first.body]);
  expect(calendar.letters).toHaveLength(2);
});

it('sends a moved class with the same UID and a higher sequence, and saves the new times', async () => {
  await calendar.enrol(courseId, 'sari@example.com');
  await create();
  await calendar.idle();
  calendar.letters.length = 0;
  await create({ startAt: '2091-12-05T19:00:00+07:00', endAt: '2091-12-05T21:00:00+07:00' });
  await calendar.idle();
  const moved = calendar.read();
  expect(moved).toMatchObject([
    { to: 'instructor@tests.test', sequence: 1, starts: '2091-12-05T12:00:00.000Z' },
    { to: 'sari@example.com', sequence: 1, subject: 'Perubahan jadwal: Dasar Web: Pertemuan 1' },
  ]);
  expect((await calendar.schedule(courseId)).classes[0]?.startAt).toBe('2091-12-05T12:00:00.000Z');
  // Through another area's endpoint, which does not know about calendars.
  calendar.letters.length = 0;
  await calendar.test.sql(`update course_section set end_at = end_at + interval '1 hour' where id = $1`, [sectionId]);
  await calendar.idle();
  expect(calendar.read()).toMatchObject([{ sequence: 2, ends: '2091-12-05T15:00:00.000Z' }, { sequence: 2 }]);
  const uids = [...moved, ...calendar.read()].map(({ uid }) => uid);
  expect(uids[0]).toMatch(/@/);
  expect(uids).toEqual(uids.map(() => uids[0]));
});

it('invites nobody to a class after the last day of their access, and follows its changes', async () => {
  const endOn = (email: string, day: string) =>
    calendar.test.sql(
      `update course_user link set access_ends_on = $3 from "user" person
        where link.course_id = $1 and person.id = link.user_id and person.email = $2`,
      [courseId, email, day],
    );
  for (const email of ['sari@example.com', 'budi@example.com']) await calendar.enrol(courseId, email);
  await endOn('sari@example.com', '2091-12-03');
  await endOn('budi@example.com', '2091-12-04');
  await create();
  await calendar.idle();
  expect(calendar.read().map(({ to }) => to)).toEqual(['budi@example.com', 'instructor@tests.test']);
  calendar.letters.length = 0;
  await endOn('sari@example.com', '2092-01-01');
  await calendar.idle();
  expect(calendar.read()).toMatchObject([{ to: 'sari@example.com', part: 'REQUEST' }]);
  calendar.letters.length = 0;
  await endOn('sari@example.com', '2091-12-01');
  await calendar.idle();
  expect(calendar.read()).toMatchObject([{ to: 'sari@example.com', part: 'CANCEL', sequence: 1 }]);
});

it('invites late members, cancels for removed ones, and uses a higher sequence when they return', async () => {
  await create();
  await calendar.idle();
  calendar.letters.length = 0;
  const sari = await calendar.enrol(courseId, 'sari@example.com');
  await calendar.idle();
  expect(calendar.read()).toMatchObject([{ to: 'sari@example.com', method: 'REQUEST', sequence: 0 }]);
  expect(calendar.read()[0]?.subject).toMatch(/^Undangan:/);
  calendar.letters.length = 0;
  await calendar.test.sql('delete from course_user where user_id = $1', [sari]);
  await calendar.idle();
  expect(calendar.read()).toMatchObject([
    { to: 'sari@example.com', part: 'CANCEL', method: 'CANCEL', status: 'CANCELLED', sequence: 1, starts },
  ]);
  calendar.letters.length = 0;
  await calendar.test.sql(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [
    courseId,
    sari,
  ]);
  await calendar.idle();
  expect(calendar.read()).toMatchObject([{ to: 'sari@example.com', method: 'REQUEST', sequence: 2 }]);
});

it('cancels a deleted class in all calendars', async () => {
  await calendar.enrol(courseId, 'sari@example.com');
  const { body } = await create();
  await calendar.idle();
  calendar.letters.length = 0;
  await calendar.test.sql('delete from course_section where id = $1', [sectionId]);
  await calendar.idle();
  expect(calendar.read()).toMatchObject([
    { to: 'instructor@tests.test', method: 'CANCEL', sequence: 1, uid: `${body.eventId}@lectern.test`, starts },
    { to: 'sari@example.com', method: 'CANCEL', sequence: 1 },
  ]);
});

it('keeps a custom list of addresses, while members are added and removed', async () => {
  const sari = await calendar.enrol(courseId, 'sari@example.com');
  await create({
    attendees: ['Tamu@Example.com', 'sari@example.com', 'ivan@Пример.рф'],
    summary: 'Kelas tamu',
    location: 'Ruang 3',
  });
  await calendar.idle();
  expect(calendar.read()).toMatchObject([
    { to: 'ivan@xn--e1afmkfd.xn--p1ai' },
    { to: 'sari@example.com', summary: 'Kelas tamu', location: 'Ruang 3' },
    { to: 'tamu@example.com' },
  ]);
  calendar.letters.length = 0;
  // As the page sends it, without guests.
  expect((await create()).status).toBe(200);
  await calendar.idle();
  expect(calendar.letters).toEqual([]);
  await calendar.enrol(courseId, 'budi@example.com');
  await calendar.test.sql('delete from course_user where user_id = $1', [sari]);
  await calendar.idle();
  expect(calendar.read()).toMatchObject([
    { to: 'budi@example.com', method: 'REQUEST' },
    { to: 'sari@example.com', method: 'CANCEL' },
  ]);
});

it('sends nothing about a past class', async () => {
  const past = await calendar.addSection(courseId, 2, '2020-01-01T00:00:00Z', '2020-01-01T02:00:00Z');
  await create({}, past);
  await calendar.idle();
  calendar.letters.length = 0;
  await calendar.enrol(courseId, 'sari@example.com');
  await calendar.test.sql(`update course_section set name = 'Lain' where id = $1`, [past]);
  await calendar.idle();
  expect(calendar.letters).toEqual([]);
});

it('creates one room for a class whose course has no link, and invites to it', async () => {
  const bare = await calendar.addCourse();
  const section = await calendar.addSection(bare, 1, starts, ends);
  const other = await calendar.addSection(bare, 2, starts, ends);
  await calendar.enrol(bare, 'sari@example.com');
  expect((await calendar.schedule(bare)).links).toBe('room');
  const { status, body } = await create({}, section, bare);
  expect([status, body.gmeetUrl]).toEqual([
    200,
    expect.stringMatching(/^https:\/\/meet\.jit\.si\/lectern-[0-9a-f]{32}$/),
  ]);
  expect((await create({}, section, bare)).body).toEqual(body);
  expect((await create({}, other, bare)).body.gmeetUrl).not.toBe(body.gmeetUrl);
  await calendar.idle();
  expect(calendar.read().map(({ location }) => location)).toContain(body.gmeetUrl);
  expect((await calendar.schedule(bare)).classes[0]?.gmeetUrl).toBe(body.gmeetUrl);
});

it('invites to an onsite class without a link', async () => {
  const bare = await calendar.addCourse();
  await calendar.test.sql(`update course set delivery_mode = 'offline' where id = $1`, [bare]);
  const section = await calendar.addSection(bare, 1, starts, ends);
  await calendar.enrol(bare, 'sari@example.com');
  const { status, body } = await create({}, section, bare);
  expect([status, body.gmeetUrl]).toEqual([200, null]);
  expect((await calendar.schedule(bare)).links).toBe('none');
  await calendar.idle();
  expect(calendar.read()).toMatchObject([{ to: 'sari@example.com', location: null }]);
});

it('invites to an online class without a link, and names the reason, where no meeting server is configured', async () => {
  const production = await calendarApp({ DEMO: '0' });
  const bare = await production.addCourse();
  const section = await production.addSection(bare, 1, starts, ends);
  await production.enrol(bare, 'sari@example.com');
  expect((await production.schedule(bare)).links).toBe('unconfigured');
  const params = { id: bare, sectionId: section };
  const { status, body } = await production.instructor.call(createCalendarEvent, { params, body: {} });
  expect([status, body.gmeetUrl]).toEqual([200, null]);
  await production.idle();
  expect(production.read()).toMatchObject([{ to: 'sari@example.com', location: null }]);
  await production.close();
});

it('refuses a section without a time, of another course, and an end before the start, and saves nothing', async () => {
  const timeless = await calendar.addSection(courseId, 2, null, null);
  const other = await calendar.addCourse();
  expect((await create({}, timeless)).status).toBe(409);
  expect((await create({}, sectionId, other)).status).toBe(404);
  expect((await create({ endAt: '2091-12-04T11:00:00Z' })).status).toBe(400);
  expect((await create({ endAt: starts })).status).toBe(400);
  expect((await create({ timeZone: 'Europe/Berlin' })).status).toBe(400);
  expect((await create({ attendees: ['nobody'] })).status).toBe(400);
  expect(
    await calendar.test.sql('select 1 from calendar_event where section_id = any($1)', [[timeless, sectionId]]),
  ).toEqual([]);
});

it('an empty list makes the link without inviting anybody, now or later, until the guests are sent for', async () => {
  await calendar.enrol(courseId, 'sari@example.com');
  const { status, body } = await create({ attendees: [] });
  expect([status, body.gmeetUrl]).toEqual([200, 'https://zoom.example.com/j/1']);
  await calendar.enrol(courseId, 'budi@example.com');
  await create();
  await calendar.idle();
  expect(calendar.letters).toEqual([]);
  await calendar.instructor.call(sendSchedules, {
    params: { id: courseId },
    body: { events: [{ sectionId, attendees: null }] },
  });
  await calendar.idle();
  expect(calendar.read().map(({ to, method }) => [to, method])).toEqual([
    ['budi@example.com', 'REQUEST'],
    ['instructor@tests.test', 'REQUEST'],
    ['sari@example.com', 'REQUEST'],
  ]);
});

it('invites the course’s members and instructors again when the custom list is removed', async () => {
  await create({ attendees: ['tamu@example.com'] });
  await calendar.idle();
  calendar.letters.length = 0;
  await create({ attendees: null });
  await calendar.idle();
  expect(calendar.read()).toMatchObject([
    { to: 'instructor@tests.test', method: 'REQUEST' },
    { to: 'tamu@example.com', method: 'CANCEL' },
  ]);
});

it('moves a class like the schedule: with its lessons, but not a held one', async () => {
  const [{ id: lesson } = {}] = await calendar.test.sql(
    `insert into lesson (tenant, section_id, name, type, start_at, end_at) values ('coding', $1, 'Kelas', 'LIVE_CLASS', $2, $3) returning id`,
    [sectionId, starts, ends],
  );
  const times = { startAt: '2091-12-05T12:00:00.000Z', endAt: '2091-12-05T14:00:00.000Z' };
  expect((await create(times)).status).toBe(200);
  const timesOf = async () => {
    const [row] = await calendar.test.sql('select start_at, end_at from lesson where id = $1', [lesson]);
    return [row?.['start_at'], row?.['end_at']].map((at) => new Date(String(at)).toISOString());
  };
  expect(await timesOf()).toEqual([times.startAt, times.endAt]);
  const sari = await calendar.enrol(courseId, 'sari@example.com');
  await calendar.test.sql(
    `insert into attendance (tenant, lesson_id, user_id, status) values ('coding', $1, $2, 'PRESENT')`,
    [lesson, sari],
  );
  expect(await create({ startAt: starts, endAt: ends })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/was held/) },
  });
  expect((await calendar.schedule(courseId)).classes[0]?.startAt).toBe(times.startAt);
});

it('sends several, with a result for each, and can be repeated', async () => {
  await calendar.enrol(courseId, 'sari@example.com');
  const second = await calendar.addSection(courseId, 2, null, null);
  const send = () =>
    calendar.instructor.call(sendSchedules, {
      params: { id: courseId },
      body: { events: [{ sectionId }, { sectionId: second }] },
    });
  const { status, body } = await send();
  expect(status).toBe(200);
  expect(body.events).toEqual([
    { sectionId, eventId: expect.any(String), gmeetUrl: 'https://zoom.example.com/j/1', state: 'sent' },
    { sectionId: second, error: 'This section has no time yet: say when it starts' },
  ]);
  expect((await send()).body).toEqual(body);
  await calendar.idle();
  expect(calendar.letters).toHaveLength(2);
});
