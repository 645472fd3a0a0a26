/** Progress of the demo's members: completed, half way or at the start; failed and passed quizzes. */
import { dice, type Dice } from './dice.ts';
import { minute } from './moments.ts';
import type { DemoRows, World } from './records.ts';

type Rows = Pick<DemoRows, 'courseSection' | 'lesson' | 'quiz' | 'question' | 'courseUser'>;
type Lesson = DemoRows['lesson'][number];
type Quiz = DemoRows['quiz'][number];
type Question = DemoRows['question'][number];
type Attempt = DemoRows['quizAttempt'][number];

/** Range of completed items in percent, by kind of progress. */
const reached = { done: [100, 100], far: [60, 95], half: [30, 60], begun: [5, 30], nothing: [0, 0] } as const;
const share = { done: 28, far: 22, half: 25, begun: 15, nothing: 10 };

interface Chances {
  /** Probability of a right answer in the first attempt at a quiz, and in the second. */
  first: number;
  second: number;
}
const firm: Chances = { first: 0.93, second: 0.98 };
const shaky: Chances = { first: 0.55, second: 0.9 };

const feedback = [
  'Lebih banyak latihan.',
  'Sudah baik, teruskan.',
  'Video terlalu panjang.',
  'Contohnya kurang nyata.',
];
const ratings = { 5: 45, 4: 35, 3: 14, 2: 4, 1: 2 };

const optionsOf = ({ options }: Question) => JSON.parse(options ?? '[]') as { optionId: string; isCorrect: boolean }[];

/** An answer; a wrong short answer is one word of the right one. */
function answerOf(chance: Dice, question: Question, isRight: boolean): string | string[] {
  const options = optionsOf(question);
  const right = options.filter(({ isCorrect }) => isCorrect).map(({ optionId }) => optionId);
  const wrong = options.filter(({ isCorrect }) => !isCorrect).map(({ optionId }) => optionId);
  switch (question.type) {
    case 'RATING':
      return chance.weighted(ratings);
    case 'TEXT':
      return chance.pick(feedback);
    case 'SHORT_ANSWER':
      return isRight ? String(question.answerKey) : `Bagian ${String(question.answerKey).split(' ')[0] ?? ''}`;
    default:
      if (wrong.length === 0 || (isRight && right.length > 0)) return right;
      // The first wrong option is the most common mistake.
      return [chance.chance(0.6) ? wrong[0]! : chance.pick(wrong)];
  }
}

/** A survey has no score. */
function attemptOf(chance: Dice, { type }: Quiz, questions: readonly Question[], likely: number) {
  const answers: Record<string, string | string[]> = {};
  let right = 0;
  for (const question of questions) {
    const isRight = chance.chance(likely);
    answers[question.id] = answerOf(chance, question, isRight);
    if (isRight) right += 1;
  }
  const isScored = type === 'QUIZ' && questions.length > 0;
  return { score: isScored ? Math.round((100 * right) / questions.length) : 0, answers: JSON.stringify(answers) };
}

const passing = 70;

function attemptsAt(chance: Dice, quiz: Quiz, questions: readonly Question[], at: number, now: number, by: Chances) {
  const tries: Omit<Attempt, 'quizId' | 'userId'>[] = [];
  const max = quiz.type === 'SURVEY' ? 1 : 3;
  do {
    const submittedAt = new Date(Math.min(now, at + tries.length * 30 * minute)).toISOString();
    const made = attemptOf(chance, quiz, questions, tries.length === 0 ? by.first : by.second);
    tries.push({ attempt: tries.length + 1, submittedAt, ...made });
    // Most members who fail try again.
  } while ((tries.at(-1)?.score ?? 0) < passing && tries.length < max && chance.chance(0.8));
  return tries;
}

/** Items of each course in order: a section's lessons, then its quizzes. */
function itemsByCourse({ courseSection, lesson, quiz }: Rows) {
  const lessons = Map.groupBy(lesson, ({ sectionId }) => sectionId);
  const quizzes = Map.groupBy(quiz, ({ sectionId }) => sectionId);
  const inSection = courseSection.map((section) => ({
    section,
    items: [...(lessons.get(section.id) ?? []), ...(quizzes.get(section.id) ?? [])],
  }));
  return Map.groupBy(inSection, ({ section }) => section.courseId);
}

const isQuiz = (item: Lesson | Quiz): item is Quiz => item.type === 'QUIZ' || item.type === 'SURVEY';

export function makeProgress({ tenant, now }: World, made: Rows): Pick<DemoRows, 'lessonCompletion' | 'quizAttempt'> {
  const chance = dice(`${tenant} progress`);
  const byCourse = itemsByCourse(made);
  const questions = Map.groupBy(made.question, ({ quizId }) => quizId);
  const rows: Pick<DemoRows, 'lessonCompletion' | 'quizAttempt'> = { lessonCompletion: [], quizAttempt: [] };
  for (const { courseId, userId, assignedAt } of made.courseUser) {
    // Future weeks of a cohort have no progress yet.
    const open = (byCourse.get(courseId) ?? []).filter(
      ({ section }) => Date.parse(section.endAt ?? '') < +now || !section.endAt,
    );
    const items = open.flatMap((section) => section.items);
    const [min, max] = reached[chance.weighted(share)];
    const count = Math.round((items.length * chance.int(min, max)) / 100);
    const by = chance.chance(0.7) ? firm : shaky;
    const from = Math.min(+now, assignedAt ? Date.parse(assignedAt) : +now);
    items.slice(0, count).forEach((item, index) => {
      const at = from + ((+now - from) * (index + 1)) / (items.length + 1);
      if (!isQuiz(item))
        rows.lessonCompletion.push({ lessonId: item.id, userId, completedAt: new Date(at).toISOString() });
      else
        for (const one of attemptsAt(chance, item, questions.get(item.id) ?? [], at, +now, by))
          rows.quizAttempt.push({ quizId: item.id, userId, ...one });
    });
  }
  return rows;
}
