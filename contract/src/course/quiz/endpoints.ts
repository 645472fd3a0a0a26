/** Quizzes and surveys (spec §3, §7, §8; domain.md, Quiz). */
import { whenValid } from '../../kernel/when-valid.ts';
import { z } from 'zod';
import { type as courseType } from '../draft.ts';
import { field } from '../../kernel/draft.ts';
import { byIdOf, idOf, listQuery, listReply, name, score, text, version, whole } from '../../kernel/fields.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { priority } from '../lesson/endpoints.ts';
import { materialType } from '../lesson/rules.ts';
import { question } from './questions.ts';
import { storedFields } from '../../kernel/record-endpoints.ts';

export const quizTypes = ['QUIZ', 'SURVEY'] as const;
export type QuizType = (typeof quizTypes)[number];

const band = z.object({
  minScore: field(score, { label: 'From' }),
  maxScore: field(score, { label: 'To' }),
  title: field(name(1, 150), { label: 'Title' }),
  description: field(text(2000).default(''), { label: 'Description', kind: 'textArea' }),
});
export type Band = z.output<typeof band>;

/** Upper limit of an introduction's characters, including markup. */
export const maxIntroductionLength = 20_000;

export const quizName = field(name(1, 200), { label: 'Name' });

const quizFields = {
  name: quizName,
  materialType: field(materialType, { label: 'Material' }),
  passingScore: field(score, { label: 'Passing score', hint: 'From 0 to 100.' }),
  timeLimit: field(whole().min(1, 'At least 1').max(1000, 'At most 1.000').nullable(), {
    label: 'Time limit',
    hint: 'In minutes. Empty: no limit.',
  }),
  maxAttempts: field(whole().min(1, 'At least 1').max(100, 'At most 100').nullable(), {
    label: 'Attempts',
    hint: 'Empty: no limit.',
  }),
  shuffleQuestions: field(z.boolean(), { label: 'Each member gets the questions in another order' }),
  header: field(text(500), { label: 'Header' }),
  content: field(text(maxIntroductionLength), { label: 'Introduction', kind: 'richText' }),
  resultDetail: field(z.array(band).max(20, 'At most 20'), {
    label: 'Results',
    item: 'result',
    hint: 'Feedback shown to members, by score.',
  }),
};

/** Errors of result bands, with paths into the list. */
export function bandProblems(
  bands: readonly Pick<Band, 'minScore' | 'maxScore'>[],
): { path: [number, string]; message: string }[] {
  return bands.flatMap(({ minScore, maxScore }, index) => {
    if (minScore > maxScore) return [{ path: [index, 'maxScore'], message: 'Below its start' }];
    const other = bands.slice(0, index).find((before) => before.minScore <= maxScore && minScore <= before.maxScore);
    return other
      ? [{ path: [index, 'minScore'], message: `Overlaps with ${other.minScore} to ${other.maxScore}` }]
      : [];
  });
}

/** Whole quiz or survey as its form holds it; its questions have a form of their own. */
export const quizDraft = z.object(quizFields).superRefine(({ resultDetail }, context) => {
  for (const { path, message } of bandProblems(resultDetail))
    context.addIssue({ code: 'custom', path: ['resultDetail', ...path], message });
}, whenValid('resultDetail'));

/** Defaults of a new quiz. */
export const blankQuiz = {
  passingScore: 70,
  timeLimit: null,
  maxAttempts: null,
  shuffleQuestions: false,
  header: '',
  content: '',
  resultDetail: [],
} as const satisfies Omit<z.input<typeof quizDraft>, 'name' | 'materialType'>;

const rowFields = {
  quizId: idOf('quiz'),
  /** Same as `quizId` for a survey; null for a quiz. */
  surveyId: idOf('quiz').nullable(),
  /** Section of the quiz; null for the final quiz of a learning path. */
  sectionId: idOf('section').nullable(),
  courseId: idOf('course').nullable(),
  courseName: z.string().nullable(),
  courseType: courseType.nullable(),
  sectionName: z.string().nullable(),
  /** Learning path whose final quiz this is; null for others. */
  pathId: idOf('learning-path').nullable(),
  pathName: z.string().nullable(),
  name: z.string(),
  type: z.enum(quizTypes),
  materialType,
  passingScore: z.int(),
  totalQuestions: z.int(),
  updatedAt: z.string(),
};
export const quizRow = z.object(rowFields);
export const quiz = z.object({
  ...rowFields,
  ...storedFields(quizFields),
  priority: z.int(),
  questions: z.array(question),
  version,
});

const all = { area: 'course', roles: ['admin', 'instructor'] } as const;
const one = { ...all, url: '/admin/quiz/:id/', params: byIdOf('quiz'), versioned: true } as const;
const ids = { quizId: idOf('quiz'), surveyId: idOf('quiz').optional() };
const type = z.enum(quizTypes, 'A type is QUIZ or SURVEY').default('QUIZ');

/** Lists quizzes or surveys, newest first. */
export const listQuizzes = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/quiz/',
  query: listQuery({ type }),
  reply: listReply('quizzes', quizRow),
});

export const getQuiz = endpoint({ ...one, method: 'GET', reply: quiz });

/**
 * Creates a quiz or survey; replies with `quizId` or `surveyId` accordingly. The default name is generated (spec §3).
 */
export const createQuiz = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/quiz/',
  query: z.object({ type }),
  body: z.object({
    sectionId: idOf('section'),
    name: quizFields.name.optional(),
    /** Start of the generated name; default: 'Nama Kuis'. */
    label: name(1, 100).optional(),
    priority: priority.optional(),
    materialType: materialType.default('NONE'),
  }),
  success: 201,
  creates: true,
  reply: z.object({ quizId: idOf('quiz').optional(), surveyId: idOf('quiz').optional() }),
  messages: { ok: 'Sucessfully Create New Quiz', fail: 'Failed to Create Quiz' },
});

/**
 * Updates a quiz: omitted fields stay unchanged; the resulting quiz must be valid. Empty bands may be sent as null
 * (spec §3).
 */
export const updateQuiz = endpoint({
  ...one,
  method: 'PUT',
  body: z
    .object({
      ...quizFields,
      resultDetail: quizFields.resultDetail.nullable().transform((bands) => bands ?? []),
    })
    .partial(),
  reply: z.object({ ...ids, version }),
  messages: { ok: 'Successfully Updated Quiz Data!', fail: 'Fail to Update Quiz Data' },
});

export const deleteQuiz = endpoint({
  ...one,
  method: 'DELETE',
  reply: z.object(ids),
  messages: { ok: 'Successfully Deleted Quiz', tone: 'error', fail: 'Fail to Delete Quiz' },
});
