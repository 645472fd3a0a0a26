/** Messages to members who had stopped learning: some worked again within a week, some did not. */
import { jakartaDay } from '#contract/kernel/days.ts';
import { demoId } from './demo-id.ts';
import { day } from './moments.ts';
import type { DemoRows, World } from './records.ts';

type Rows = Pick<DemoRows, 'user' | 'courseSection' | 'lesson' | 'courseUser' | 'lessonCompletion'>;

/** Number of messages that helped, and that did not. */
const each = 6;
const texts = ['Ajak belajar lagi', 'Tawarkan bantuan'];

export function makeLearningContacts({ tenant, now }: World, rows: Rows): DemoRows['learningContact'] {
  const writer = rows.user.find(({ email }) => email === 'instructor@demo.test')?.id ?? null;
  const courses = new Map(rows.courseSection.map(({ id, courseId }) => [id, courseId]));
  const courseOf = new Map(rows.lesson.map(({ id, sectionId }) => [id, courses.get(sectionId)]));
  const people = new Set<string>();
  const isNew = (userId: string) => !people.has(userId) && people.add(userId).size > 0;
  const agoOf = (at: string) => (now.getTime() - Date.parse(at)) / day;
  const helped = rows.lessonCompletion
    .filter(
      ({ userId, completedAt }) => completedAt && agoOf(completedAt) > 1 && agoOf(completedAt) < 60 && isNew(userId),
    )
    .slice(0, each)
    .map(({ userId, lessonId, completedAt }) => ({
      userId,
      courseId: courseOf.get(lessonId)!,
      at: new Date(Date.parse(completedAt!) - 2 * day),
      helpedAt: completedAt!,
    }));
  const active = new Set(rows.lessonCompletion.map(({ userId }) => userId));
  const without = rows.courseUser
    .filter(({ userId }) => !active.has(userId) && isNew(userId))
    .slice(0, each)
    .map(({ userId, courseId }, n) => ({
      userId,
      courseId,
      at: new Date(now.getTime() - (14 + n) * day),
      helpedAt: null,
    }));
  return [...helped, ...without].map(({ at, ...contact }, n) => ({
    id: demoId(tenant, 'learning contact', n),
    ...contact,
    day: jakartaDay(at),
    at: at.toISOString(),
    byId: writer,
    channel: n % 3 === 0 ? 'whatsapp' : 'mail',
    templateName: texts[n % texts.length]!,
    message: 'Halo Kak, kami perhatikan Kakak belum melanjutkan kursus. Apakah ada kendala yang bisa kami bantu?',
  }));
}
