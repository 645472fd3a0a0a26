/** Calendar events of cohorts that have begun, and the invitations sent to their members. */
import { demoId } from './demo-id.ts';
import type { DemoRows, World } from './records.ts';

/** Upper limit of invitations per event. */
const idsPerEvent = 100;

type Rows = Pick<DemoRows, 'user' | 'course' | 'courseSection' | 'courseUser'>;

/** Staff users whom a course names as instructors. */
function teachersOf({ instructors }: Rows['course'][number], staff: Rows['user']): Rows['user'] {
  const named = JSON.parse(instructors ?? '[]') as { name: string }[];
  return staff.filter(({ name }) => named.some((one) => one.name === name));
}

/** Content of a class in calendars, as the calendar's jobs would have sent it. */
function contentOf(
  { name, description = '', gmeetUrl: url = null, startAt, endAt }: Rows['courseSection'][number],
  course: Rows['course'][number],
) {
  const summary = `${course.name}: ${name}`;
  const location = course.deliveryMode === 'offline' ? (course.location ?? '') : '';
  return JSON.stringify({ summary, description, location, url, startAt, endAt, timeZone: 'Asia/Jakarta' });
}

function sentOf({ now }: World, { user, course, courseSection, courseUser }: Rows) {
  const people = new Map(user.map((person) => [person.id, person]));
  const staff = user.filter(({ role }) => role !== 'member');
  const members = Map.groupBy(courseUser, ({ courseId }) => courseId);
  const begun = new Map(
    course.flatMap((one) => (one.startDate && Date.parse(one.startDate) < now.getTime() ? [[one.id, one]] : [])),
  );
  return courseSection.flatMap((section) => {
    const held = begun.get(section.courseId);
    if (!held || !section.startAt || !section.endAt) return [];
    const invited = (members.get(held.id) ?? []).flatMap(({ userId }) => people.get(userId) ?? []);
    const guests = [...new Set([...invited, ...teachersOf(held, staff)])];
    return [{ guests, section, content: contentOf(section, held) }];
  });
}

/** Each event invited all members and instructors; events of future cohorts are not sent yet. */
export function makeSchedules(world: World, made: Rows): Pick<DemoRows, 'calendarEvent' | 'calendarInvitation'> {
  const { tenant, now } = world;
  const sent = sentOf(world, made);
  return {
    calendarEvent: sent.map(({ section, content }, n) => ({
      id: demoId(tenant, 'calendar-event', n),
      sectionId: section.id,
      meetingUrl: section.gmeetUrl ?? null,
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
