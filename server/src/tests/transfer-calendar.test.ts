/** Tests the invitations that follow a transfer and its undo, read by an independent parser. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createCalendarEvent } from '#contract/course/calendar/endpoints.ts';
import { undoBatch } from '#contract/batch/endpoints.ts';
import { transferPlaces } from '#contract/user/transfer.ts';
import { type CalendarApp, calendarApp } from '../areas/course/calendar/testing/calendar-app.ts';
import { batchKinds } from '../areas.ts';
import { transferRoutes } from '../areas/user/transfer/routes.ts';
import { batchRoutes } from '../services/batch/routes.ts';
import { batchOf } from './batch-work.ts';

vi.setConfig({ testTimeout: 60_000 });

let calendar: CalendarApp;
beforeAll(async () => {
  calendar = await calendarApp({}, [transferRoutes, batchRoutes(batchKinds)]);
});
afterAll(() => calendar.close());

async function courseOn(day: string) {
  const courseId = await calendar.addCourse({ meetingUrl: 'https://zoom.example.com/j/1' });
  const [startAt, endAt] = [`${day}T12:00:00.000Z`, `${day}T14:00:00.000Z`];
  const sectionId = await calendar.addSection(courseId, 1, startAt, endAt);
  const create = () => calendar.instructor.call(createCalendarEvent, { params: { id: courseId, sectionId }, body: {} });
  const { eventId } = (await create()).body;
  return { courseId, uid: `${eventId}@lectern.test`, startAt };
}

/** Letters since the last call, once no job is left. */
async function letters() {
  await calendar.idle();
  const read = calendar
    .read()
    .map(({ method, uid, sequence, starts, attendees }) => ({ method, uid, sequence, starts, attendees }));
  calendar.letters.length = 0;
  return read.toSorted((one, other) => (one.starts < other.starts ? -1 : 1));
}

it('cancels the invitations to the former classes and sends those to the new ones; the undo does the reverse', async () => {
  const [from, to] = [await courseOn('2091-12-04'), await courseOn('2092-02-05')];
  const userId = await calendar.enrol(from.courseId, 'sari@example.com');
  const toSari = { attendees: ['sari@example.com'] };
  expect(await letters()).toMatchObject([{ ...toSari, method: 'REQUEST', uid: from.uid, sequence: 0 }]);
  const admin = await calendar.test.as('admin');
  const moved = await admin.call(transferPlaces, {
    params: { id: from.courseId },
    body: { userIds: [userId], toCourseId: to.courseId },
  });
  expect(moved.status).toBe(201);
  expect(await letters()).toEqual([
    { ...toSari, method: 'CANCEL', uid: from.uid, sequence: 1, starts: from.startAt },
    { ...toSari, method: 'REQUEST', uid: to.uid, sequence: 0, starts: to.startAt },
  ]);
  await admin.call(undoBatch, { params: { id: batchOf(moved) } });
  expect(await letters()).toEqual([
    { ...toSari, method: 'REQUEST', uid: from.uid, sequence: 2, starts: from.startAt },
    { ...toSari, method: 'CANCEL', uid: to.uid, sequence: 1, starts: to.startAt },
  ]);
});
