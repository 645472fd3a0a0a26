/** Calendar events of the cohorts that have begun: the schedules that were sent to their members. */
import { demoId } from './demo-id.ts';
import type { DemoRows, World } from './records.ts';

/** More than a cohort of the demo has. */
const idsPerEvent = 100;

type Made = Pick<DemoRows, 'user' | 'course' | 'courseSection' | 'courseUser'>;

/** Staff that a course names as who teaches it. */
function teachersOf({ instructors }: Made['course'][number], staff: Made['user']): Made['user'] {
  const named = JSON.parse(String(instructors ?? '[]')) as { name: string }[];
  return staff.filter(({ name }) => named.some((one) => one.name === name));
}

/** Each invited everybody who has the course or teaches it; those of cohorts to come are still to be sent. */
export function makeSchedules(
  { tenant, now }: World,
  { user, course, courseSection, courseUser }: Made,
): Pick<DemoRows, 'calendarEvent' | 'calendarInvitation'> {
  const people = new Map(user.map((person) => [person.id, person]));
  const staff = user.filter(({ role }) => role !== 'member');
  const begun = new Map(
    course.flatMap((one) => (one.startDate && Date.parse(one.startDate) < now.getTime() ? [[one.id, one]] : [])),
  );
  const members = Map.groupBy(courseUser, ({ courseId }) => courseId);
  const sent = courseSection.flatMap((section) => {
    const { id: sectionId, courseId, name, description = '', gmeetUrl: url = null, startAt, endAt } = section;
    const held = begun.get(courseId);
    if (!held || !startAt || !endAt) return [];
    const summary = `${held.name}: ${name}`;
    const location = held.deliveryMode === 'offline' ? (held.location ?? '') : '';
    const content = { summary, description, location, url, startAt, endAt, timeZone: 'Asia/Jakarta' };
    const invited = (members.get(courseId) ?? []).flatMap(({ userId }) => people.get(userId) ?? []);
    const guests = [...new Set([...invited, ...teachersOf(held, staff)])];
    return [{ guests, sectionId, meetingUrl: url, content: JSON.stringify(content) }];
  });
  return {
    calendarEvent: sent.map(({ sectionId, meetingUrl, content }, n) => ({
      id: demoId(tenant, 'calendar-event', n),
      sectionId,
      meetingUrl,
      content,
      provider: 'own',
      state: 'sent',
    })),
    calendarInvitation: sent.flatMap(({ guests }, n) =>
      guests.map(({ email, name }, index) => ({
        id: demoId(tenant, 'calendar-invitation', n * idsPerEvent + index),
        eventId: demoId(tenant, 'calendar-event', n),
        email: email.toLowerCase(),
        name,
        method: 'REQUEST',
        sequence: 0,
        sentAt: now.toISOString(),
      })),
    ),
  };
}
