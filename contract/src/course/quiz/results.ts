/** Results of a quiz or survey (ours). Answers come from the members' site. */
import { z } from 'zod';
import { byIdOf, idOf } from '../../kernel/fields.ts';
import { endpoint } from '../../kernel/endpoint.ts';

/** Upper limit of listed text answers per question. */
export const maxTexts = 10;

const questionResult = z.object({
  questionId: idOf('question'),
  /** Number of attempts that answered the question, and of those that were right; null in a survey. */
  answers: z.int(),
  right: z.int().nullable(),
  /** Number of times each option was chosen, in the options' order. */
  options: z.array(
    z.object({
      optionId: z.string(),
      text: z.string(),
      imageUrl: z.string().nullable(),
      isCorrect: z.boolean(),
      count: z.int(),
    }),
  ),
  /** Most frequent answers to a question without options. */
  texts: z.array(z.object({ text: z.string(), count: z.int() })),
});
export type QuestionResult = z.output<typeof questionResult>;

/** Wrong option chosen most often; of equal ones, the first. Undefined: no wrong option was chosen. */
export const mostChosenWrong = ({
  options,
}: Pick<QuestionResult, 'options'>): QuestionResult['options'][number] | undefined =>
  options
    .filter(({ isCorrect, count }) => !isCorrect && count > 0)
    .toSorted((one, other) => other.count - one.count)[0];

/** Gets results: members count by their best attempt, questions by every attempt. */
export const getQuizResults = endpoint({
  area: 'course',
  roles: ['admin', 'instructor'],
  method: 'GET',
  url: '/admin/quiz/:id/results/',
  params: byIdOf('quiz'),
  reply: z.object({
    members: z.int(),
    attempts: z.int(),
    /** Members whose best attempt reaches the passing score, and the average of best scores, from 0 to 100. */
    passed: z.int(),
    average: z.int().nullable(),
    /** In quiz order. */
    questions: z.array(questionResult),
  }),
});
