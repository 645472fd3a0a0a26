/** Quizzes and surveys with their questions, final projects of cohorts, and attendance of past classes. */
import { positionGap } from '#contract/kernel/ordering.ts';
import type { DemoCourse } from './courses.ts';
import { idsPerCourse } from './curriculum.ts';
import { demoId } from './demo-id.ts';
import { dice, type Dice } from './dice.ts';
import { minute } from './moments.ts';
import type { DemoRows, Identified, World } from './records.ts';

type Question = Identified<'question'>;
type QuestionDraft = Pick<Question, 'type' | 'question' | 'explanation' | 'imageUrl'> & {
  options?: readonly (readonly [text: string, isCorrect: boolean])[];
  answerKey?: string;
};

/** Pictures of classes: admin/public/demo/class-1.webp and so on. */
const pictures = [1, 2, 3, 4].map((n) => `/demo/class-${n}.webp`);

const minutesOfQuiz = 20;
/** More questions than a quiz has, so that ids stay unique. */
const idsPerQuiz = 10;

const optionsOf = (tenant: World['tenant'], n: number, options: QuestionDraft['options'] = []) =>
  options.map(([text, isCorrect], index) => ({
    optionId: demoId(tenant, 'option', n * idsPerQuiz + index),
    text,
    isCorrect,
    priority: index + 1,
  }));

/** Questions about a section's topics, with topics of other sections as wrong options. */
function questionsOf(chance: Dice, name: string, own: readonly string[], others: readonly string[]): QuestionDraft[] {
  const [right = name, ...more] = chance.sample(own, 3);
  const wrong = chance.sample(others, 3);
  const mixed = (right_: readonly string[], wrong_: readonly string[]) =>
    chance.sample([...right_.map((text) => [text, true] as const), ...wrong_.map((text) => [text, false] as const)], 6);
  return [
    {
      type: 'SINGLE_CHOICE',
      question: `Manakah yang dibahas pada bagian “${name}”?`,
      options: mixed([right], wrong),
      explanation: `“${right}” adalah pokok bahasan bagian ini.`,
    },
    {
      type: 'MULTIPLE_CHOICE',
      question: `Pilih semua yang termasuk bagian “${name}”.`,
      options: mixed([right, ...more.slice(0, 1)], wrong.slice(0, 2)),
      imageUrl: pictures[1]!,
      explanation: '',
    },
    {
      type: 'TRUE_FALSE',
      question: `“${wrong[0] ?? right}” dibahas pada bagian “${name}”.`,
      options: [
        ['Benar', wrong.length === 0],
        ['Salah', wrong.length > 0],
      ],
      explanation: 'Lihat kembali daftar isi kursus.',
    },
    {
      type: 'SHORT_ANSWER',
      question: `Tuliskan nama bagian yang membahas “${right}”.`,
      answerKey: name,
      explanation: '',
    },
  ];
}

const survey: readonly QuestionDraft[] = [
  { type: 'RATING', question: 'Seberapa puas kamu dengan kursus ini?', explanation: '' },
  {
    type: 'SINGLE_CHOICE',
    question: 'Bagaimana kecepatan penyampaian materi?',
    options: [
      ['Terlalu cepat', false],
      ['Pas', false],
      ['Terlalu lambat', false],
    ],
    explanation: '',
  },
  { type: 'TEXT', question: 'Apa yang perlu kami perbaiki?', explanation: '' },
];

const results = JSON.stringify([
  { minScore: 0, maxScore: 69, title: 'Belum lulus', description: 'Ulangi materi, lalu coba lagi.' },
  { minScore: 70, maxScore: 89, title: 'Lulus', description: 'Kerja bagus.' },
  { minScore: 90, maxScore: 100, title: 'Lulus dengan pujian', description: 'Luar biasa.' },
]);

type Quiz = Omit<Identified<'quiz'>, 'id'>;

/** The n-th quiz of a tenant with its questions. */
function written(tenant: World['tenant'], n: number, row: Quiz, drafts: readonly QuestionDraft[]) {
  const quizId = demoId(tenant, 'quiz', n);
  const question = drafts.map(({ options, ...one }, index): Question => {
    const place = n * idsPerQuiz + index;
    return {
      ...one,
      id: demoId(tenant, 'question', place),
      quizId,
      options: JSON.stringify(optionsOf(tenant, place, options)),
      position: (index + 1) * positionGap,
    };
  });
  return { quiz: { ...row, id: quizId }, question };
}

/** Positions in the catalogue of the paths that end with a quiz and with a project. */
const [withQuiz, withProject] = [0, 1];
/** Positions in the catalogue of the self-paced courses that end with a final project. */
const selfPacedWithProject: ReadonlySet<number> = new Set([1, 5]);

/** A quiz at the end of each section, a survey at the end of the course, and a quiz at the end of a path. */
export function makeQuizzes(
  { tenant }: World,
  courses: readonly DemoCourse[],
  sections: DemoRows['courseSection'],
  paths: DemoRows['learningPath'],
): Pick<DemoRows, 'quiz' | 'question'> {
  const chance = dice(`${tenant} quizzes`);
  const bySection = Map.groupBy(sections, ({ courseId }) => courseId);
  const all = courses.flatMap(({ row, subject }, courseNumber) => {
    const own = bySection.get(row.id) ?? [];
    const first = courseNumber * idsPerCourse;
    const quizzes = own.map(({ id, name }, index) => {
      const topics = subject.sections[name] ?? [];
      const others = Object.entries(subject.sections).flatMap(([other, its]) => (other === name ? [] : its));
      const quiz: Quiz = { sectionId: id, type: 'QUIZ', name: `Kuis: ${name}`, resultDetail: results };
      const limits = { timeLimit: minutesOfQuiz, maxAttempts: 3 };
      return written(tenant, first + index, { ...quiz, ...limits }, questionsOf(chance, name, topics, others));
    });
    const last = own.at(-1);
    if (!last) return quizzes;
    const ending: Quiz = { sectionId: last.id, type: 'SURVEY', name: 'Survei kepuasan', resultDetail: '[]' };
    return [...quizzes, written(tenant, first + own.length, ending, survey)];
  });
  const [path, subject] = [paths[withQuiz], courses[0]?.subject];
  if (path && subject) {
    const final: Quiz = { pathId: path.id, type: 'QUIZ', name: `Kuis akhir: ${path.name}`, resultDetail: results };
    const [own = [], ...others] = Object.values(subject.sections);
    const drafts = questionsOf(chance, path.name, own, others.flat());
    all.push(written(tenant, courses.length * idsPerCourse, { ...final, timeLimit: minutesOfQuiz }, drafts));
  }
  return { quiz: all.map(({ quiz }) => quiz), question: all.flatMap(({ question }) => question) };
}

/** Final projects of each cohort with lessons, of two self-paced courses, and of a path. */
export function makeFinalProjects(
  { tenant }: World,
  courses: readonly DemoCourse[],
  paths: DemoRows['learningPath'],
): DemoRows['finalProject'] {
  const projectOf = (name: string, n: number) => ({
    id: demoId(tenant, 'final-project', n),
    description: `Bangun sebuah proyek yang memakai seluruh materi “${name}”. Kumpulkan tautan repositori, demo singkat, dan penjelasan keputusanmu.`,
    passingScore: 75,
  });
  const ofCourses = courses.flatMap(({ row, hasLessons }, n) =>
    hasLessons && (row.type === 1 || selfPacedWithProject.has(n))
      ? [{ ...projectOf(row.name, n), courseId: row.id }]
      : [],
  );
  const path = paths[withProject];
  return path ? [...ofCourses, { ...projectOf(path.name, courses.length), pathId: path.id }] : ofCourses;
}

/** Pictures of most past classes. */
export function makeDocumentation(
  { tenant, now }: World,
  lessons: DemoRows['lesson'],
): DemoRows['lessonDocumentation'] {
  const chance = dice(`${tenant} documentation`);
  return lessons.flatMap(({ id, type, endAt }, n) => {
    if (type !== 'LIVE_CLASS' || !endAt || Date.parse(endAt) > now.getTime() || chance.chance(0.3)) return [];
    return chance.sample(pictures, chance.int(1, pictures.length)).map((imageUrl, index) => ({
      id: demoId(tenant, 'documentation', n * pictures.length + index),
      lessonId: id,
      imageUrl,
    }));
  });
}

/** Attendance of past classes; in some it has not been taken yet, but a program reported who was there. */
export function makeAttendance(
  world: World,
  curriculum: Pick<DemoRows, 'courseSection' | 'lesson'>,
  members: DemoRows['courseUser'],
): Pick<DemoRows, 'attendance' | 'attendanceEvidence'> {
  const attendance = marksOf(world, curriculum, members);
  return { attendance, attendanceEvidence: evidenceOf(world, curriculum, members, attendance) };
}

function marksOf(
  { tenant, now }: World,
  { courseSection, lesson }: Pick<DemoRows, 'courseSection' | 'lesson'>,
  members: DemoRows['courseUser'],
): DemoRows['attendance'] {
  const chance = dice(`${tenant} attendance`);
  const courseOf = new Map(courseSection.map(({ id, courseId }) => [id, courseId]));
  const byCourse = Map.groupBy(members, ({ courseId }) => courseId);
  return lesson.flatMap(({ id, sectionId, type, endAt }) => {
    if (type !== 'LIVE_CLASS' || !endAt || Date.parse(endAt) > now.getTime() || chance.chance(0.1)) return [];
    return (byCourse.get(courseOf.get(sectionId) ?? '') ?? []).map(({ userId }) => ({
      lessonId: id,
      userId,
      status: chance.weighted({ PRESENT: 70, LATE: 12, EXCUSED: 6, SICK: 5, ABSENT: 7 }),
      updatedAt: endAt,
    }));
  });
}

/** Stays of members in the classes whose attendance is to be taken, as the meeting's program reports them. */
function evidenceOf(
  { tenant, now }: World,
  { courseSection, lesson }: Pick<DemoRows, 'courseSection' | 'lesson'>,
  members: DemoRows['courseUser'],
  attendance: DemoRows['attendance'],
): DemoRows['attendanceEvidence'] {
  const chance = dice(`${tenant} evidence`);
  const courseOf = new Map(courseSection.map(({ id, courseId }) => [id, courseId]));
  const byCourse = Map.groupBy(members, ({ courseId }) => courseId);
  const taken = new Set(attendance.map(({ lessonId }) => lessonId));
  return lesson.flatMap(({ id, sectionId, type, startAt, endAt }) => {
    if (type !== 'LIVE_CLASS' || !startAt || !endAt || Date.parse(endAt) > now.getTime() || taken.has(id)) return [];
    const there = (byCourse.get(courseOf.get(sectionId) ?? '') ?? []).filter(() => chance.chance(0.85));
    return there.map(({ userId }) => ({
      externalId: `${id}/${userId}`,
      lessonId: id,
      userId,
      fromAt: new Date(Date.parse(startAt) + chance.int(0, 40) * minute).toISOString(),
      untilAt: endAt,
      source: 'API key Aplikasi absensi',
    }));
  });
}
