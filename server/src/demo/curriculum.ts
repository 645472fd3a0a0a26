/**
 * Sections and lessons: videos and texts in self-paced courses; weekly live classes with preparation and follow-up in
 * cohorts.
 */
import { shiftHours } from '#contract/course/schedule/class-plan.ts';
import { slugOf } from '#contract/kernel/slug.ts';
import type { DemoCourse } from './courses.ts';
import { demoId } from './demo-id.ts';
import { dice, type Dice } from './dice.ts';
import { day, jakartaTime } from './moments.ts';
import { lessonText, videoSite } from './prose.ts';
import type { DemoRows, Identified, World } from './records.ts';

type Section = Identified<'courseSection'>;
type Lesson = Identified<'lesson'>;
type Plan = Omit<Lesson, 'id' | 'sectionId'>;

/** Upper limit of ids per course, so that ids of different courses never collide. */
export const idsPerCourse = 1000;
const idsPerSection = 20;

/** Code of the shift with this id (0022_reference_rows.sql); without a shift, classes are in the morning. */
const shiftCodes = ['MORNING', 'MORNING', 'AFTERNOON', 'EVENING', 'WEEKEND'] as const;

export function makeCurriculum(
  { tenant, now }: World,
  courses: readonly DemoCourse[],
): Pick<DemoRows, 'courseSection' | 'lesson'> {
  const chance = dice(`${tenant} curriculum`);
  const courseSection: Section[] = [];
  const lesson: Lesson[] = [];
  courses.forEach(({ row, subject, hasLessons }, courseNumber) => {
    if (!hasLessons) return;
    Object.entries(subject.sections).forEach(([name, topics], index) => {
      const n = courseNumber * idsPerCourse + index * idsPerSection;
      const week = row.startDate ? weekOf(row.startDate, index, row.shiftId ?? 0) : null;
      const section: Section = {
        id: demoId(tenant, 'section', n),
        courseId: row.id,
        name,
        description: `${topics.length} pokok bahasan.`,
        position: index + 1,
        startAt: week?.[0] ?? null,
        endAt: week?.[1] ?? null,
        gmeetUrl: row.meetingUrl ?? null,
      };
      courseSection.push(section);
      const plans = week ? liveWeek(chance, section, topics, week) : selfPacedSection(chance, section, topics);
      // Future classes have no recording yet.
      const isFilmed = !week || Date.parse(week[1]) < now.getTime();
      plans.forEach((plan, item) =>
        // In order: each lesson takes the next position in its section.
        lesson.push({
          ...plan,
          id: demoId(tenant, 'lesson', n + item),
          sectionId: section.id,
          videoSource: plan.type === 'VIDEO' && isFilmed ? `${videoSite}${tenant}/${slugOf(plan.name)}` : null,
        }),
      );
    });
  });
  return { courseSection, lesson };
}

function weekOf(startDate: string, week: number, shift: number): readonly [start: string, end: string] {
  const date = new Date(Date.parse(startDate) + week * 7 * day).toISOString().slice(0, 10);
  const { from, to } = shiftHours[shiftCodes[shift] ?? 'MORNING']!;
  return [jakartaTime(date, from), jakartaTime(date, to)];
}

/** File in admin/public/demo; size in bytes. */
const module = { name: 'Ringkasan materi.pdf', url: '/demo/module.pdf', size: 23_477 };

const untimed = { startAt: null, endAt: null } as const;

function selfPacedSection(chance: Dice, section: Section, topics: readonly string[]): Plan[] {
  const isFirst = section.position === 1;
  const watched = topics.map((name, index): Plan =>
    name.startsWith('Proyek: ')
      ? {
          ...untimed,
          name,
          type: 'PROJECT',
          description: 'Kumpulkan tautan repositori dan penjelasan singkat.',
          duration: 120,
        }
      : { ...untimed, name, type: 'VIDEO', duration: chance.int(6, 24), isPreview: isFirst && index === 0 },
  );
  const read: Plan = {
    ...untimed,
    name: `Ringkasan: ${section.name}`,
    type: 'ARTICLE',
    content: lessonText(section.name, section.name),
    duration: 5,
  };
  const files: Plan = {
    ...untimed,
    name: 'Berkas latihan',
    type: 'FILE',
    description: 'Unduh sebelum mulai.',
    duration: 0,
    attachments: JSON.stringify([module]),
  };
  return isFirst ? [files, ...watched, read] : [...watched, read];
}

function liveWeek(
  chance: Dice,
  section: Section,
  topics: readonly string[],
  [startAt, endAt]: readonly [string, string],
): Plan[] {
  const [first = section.name] = topics;
  return [
    {
      ...untimed,
      name: `Bacaan: ${first}`,
      type: 'ARTICLE',
      materialType: 'PRE_LIVE_CLASS',
      content: lessonText(first, section.name),
      duration: 15,
    },
    {
      name: section.name,
      type: 'LIVE_CLASS',
      materialType: 'LIVE_CLASS',
      description: topics.join(', '),
      startAt,
      endAt,
      duration: (Date.parse(endAt) - Date.parse(startAt)) / 60_000,
      lockRule: 'START_AT',
    },
    {
      ...untimed,
      name: `Rekaman: ${section.name}`,
      type: 'VIDEO',
      materialType: 'POST_LIVE_CLASS',
      duration: chance.int(90, 170),
      lockRule: 'PREV_SESSION',
    },
  ];
}
