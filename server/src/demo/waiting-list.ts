/** A full cohort of the demo, for which five people wait. */
import { jakartaDay } from '#contract/kernel/days.ts';
import { demoId } from './demo-id.ts';
import { before, day, hour } from './moments.ts';
import type { DemoRows, World } from './records.ts';

const notes = ['', 'Pindah dari angkatan sebelumnya', '', 'Kantornya yang membayar', ''];

/** Rows with a waiting list of the last announced cohort; its capacity is the number of its members. */
export function withWaitingList({ tenant, now }: World, rows: Omit<DemoRows, 'courseWaiting'>): DemoRows {
  const membersOf = (id: string) =>
    rows.courseUser.filter(({ courseId }) => courseId === id).map(({ userId }) => userId);
  const full = rows.course
    .filter(
      ({ isPublished, capacity, startDate }) => isPublished && capacity && startDate && startDate > jakartaDay(now),
    )
    .toSorted((one, other) => (one.startDate! < other.startDate! ? 1 : -1))
    .find(({ id }) => membersOf(id).length > 0);
  if (!full) return { ...rows, courseWaiting: [] };
  const members = membersOf(full.id);
  const others = rows.user.filter(
    ({ id, role, status = 1 }) => role === 'member' && status === 1 && !members.includes(id),
  );
  const offer = {
    offeredAt: before(now, 3 * day).toISOString(),
    offerEndsAt: before(now, day).toISOString(),
    offerHours: 48,
    offeredBy: 'mail',
    skipped: 'expired',
  } as const;
  return {
    ...rows,
    course: rows.course.map((row) => (row === full ? { ...row, capacity: members.length } : row)),
    courseWaiting: notes.map((note, n) => ({
      id: demoId(tenant, 'waiting', n),
      courseId: full.id,
      userId: others.at(-30 - n)!.id,
      note,
      addedAt: before(now, (10 - n) * day - n * hour).toISOString(),
      ...(n === 0 && offer),
    })),
  };
}
