/** How members answered a quiz or a survey (ours). Their own site writes the answers; here they are read. */
import { z } from 'zod';
import { byIdOf, idOf } from './fields.ts';
import { endpoint } from './kernel.ts';

/** As many texts of a question as people read. */
export const mostTexts = 10;

const questionResult = z.object({
  questionId: idOf('question'),
  /** How many attempts answered it, and how many of those rightly; null in a survey, where nothing is right. */
  answers: z.int(),
  right: z.int().nullable(),
  /** How often each option was chosen, in their order. */
  options: z.array(z.object({ optionId: z.string(), text: z.string(), isCorrect: z.boolean(), count: z.int() })),
  /** Of a question without options the answers that were given most. */
  texts: z.array(z.object({ text: z.string(), count: z.int() })),
});
export type QuestionResult = z.output<typeof questionResult>;

/** The wrong option that was chosen most; of equal ones the first. Undefined where nobody chose a wrong one. */
export const mostChosenWrong = ({
  options,
}: Pick<QuestionResult, 'options'>): QuestionResult['options'][number] | undefined =>
  options
    .filter(({ isCorrect, count }) => !isCorrect && count > 0)
    .toSorted((one, other) => other.count - one.count)[0];

/** Members count by their best attempt, questions by every attempt. */
export const getQuizResults = endpoint({
  area: 'course',
  roles: ['admin', 'instructor'],
  method: 'GET',
  url: '/admin/quiz/:id/results/',
  params: byIdOf('quiz'),
  reply: z.object({
    members: z.int(),
    attempts: z.int(),
    /** Members whose best attempt has the passing score, and the average of the best, from 0 to 100. */
    passed: z.int(),
    average: z.int().nullable(),
    /** In the order of the quiz. */
    questions: z.array(questionResult),
  }),
});
