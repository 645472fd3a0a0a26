/** Types of quizzes and questions, and the conversion of questions between reply, form and request. */
import { z } from 'zod';
import { field } from '#contract/kernel/draft.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import {
  type QuestionType,
  maxQuestions,
  questionDraft,
  questionProblems,
  questionTypeNames,
} from '#contract/course/quiz/questions.ts';
import type { QuizType, getQuiz, quizDraft } from '#contract/course/quiz/endpoints.ts';
import { counted } from '#kit/format/formats.ts';
import type { Opened } from '#kit/record/opened.ts';

export type Quiz = Reply<typeof getQuiz>;
export type OpenQuiz = Opened<Quiz, typeof quizDraft>;

const listed = questionDraft.extend({ questionId: z.string().optional() });
export type Question = z.input<typeof listed>;
export type Option = NonNullable<Question['options']>[number];

const draftOf = (kind: QuizType) =>
  z
    .object({
      questions: field(z.array(listed).max(maxQuestions, `At most ${maxQuestions} questions`), {
        label: 'Questions',
        item: 'question',
      }),
    })
    .superRefine(({ questions }, context) => {
      questions.forEach((question, index) => {
        for (const { path, message } of questionProblems(question, kind))
          context.addIssue({ code: 'custom', path: ['questions', index, path], message });
      });
    });

/** Form schema of all questions, by quiz type. */
export const questionsDraft = { QUIZ: draftOf('QUIZ'), SURVEY: draftOf('SURVEY') } as const;

/** Converts stored questions to form values, with the keys in the order of {@link blankQuestion}, by which forms compare them. */
export const formOf = (questions: Quiz['questions']): Question[] =>
  questions.map((stored) => ({
    questionId: stored.questionId,
    type: stored.type,
    question: stored.question,
    questionHtml: stored.questionHtml,
    imageUrl: stored.imageUrl,
    options: stored.options.map(({ optionId, text, imageUrl, isCorrect }) => ({ optionId, text, imageUrl, isCorrect })),
    answerKey: stored.answerKey,
    explanation: stored.explanation,
    explanationHtml: stored.explanationHtml,
    score: stored.score,
  }));

/** Converts a question to the request; ids that are not stored any more are removed, which creates new records. */
export function toRequestQuestion(question: Question, stored: ReadonlyMap<string | undefined, Question>) {
  const { questionId, options = [], ...rest } = question;
  const present = questionId === undefined ? undefined : stored.get(questionId);
  const known = new Set(present?.options?.map(({ optionId }) => optionId));
  return {
    ...rest,
    ...(present && { questionId }),
    options: options.map(({ optionId, ...option }) =>
      optionId !== undefined && known.has(optionId) ? { optionId, ...option } : option,
    ),
  };
}

/** Describes a question in text, with everything that can conflict between two users. */
export function describeQuestion({
  type,
  question,
  imageUrl,
  options = [],
  answerKey,
  explanation,
  score = 1,
}: Question): string {
  const parts = [
    question || '–',
    imageUrl && `Picture: ${imageUrl}`,
    ...options.map((option) => [option.isCorrect ? '✓' : '○', option.text, option.imageUrl].filter(Boolean).join(' ')),
    answerKey && `Answer: ${answerKey}`,
    explanation && `Explanation: ${explanation}`,
    `${questionTypeNames[type]}, ${counted(score, 'point', 'points')}`,
  ];
  return parts.filter(Boolean).join('\n');
}

export const typedQuestions = {
  draftName: (quizId: string): string => `quiz-questions/${quizId}`,
  say: ({ questions }: { questions: readonly Question[] }): string => questions.map(describeQuestion).join('\n\n'),
};

/** Whether every stored question is unchanged and new ones were added. */
export function addsOnly(questions: readonly Question[], stored: readonly Question[]): boolean {
  const ids = new Set(stored.map(({ questionId }) => questionId));
  const kept = questions.filter(({ questionId }) => questionId !== undefined && ids.has(questionId));
  const serialized = (some: readonly Question[]) => JSON.stringify(some.map((one) => listed.safeParse(one).data));
  return kept.length < questions.length && serialized(kept) === serialized(stored);
}

/** Whether an option has neither text nor picture. */
export const isBlank = ({ text, imageUrl }: Pick<Option, 'text' | 'imageUrl'>): boolean =>
  text.trim() === '' && !imageUrl;

/** Name of an option where its picture may not be seen. */
export const optionName = (text: string, index: number): string => text || `Option ${index + 1} (a picture)`;

const blankOption = (text = '', isCorrect = false): Option => ({ text, isCorrect });

/** Initial options of a question type. */
function optionsFor(type: QuestionType, present: readonly Option[]): Option[] {
  if (type === 'TRUE_FALSE')
    return [blankOption('Benar', present[0]?.isCorrect ?? true), blankOption('Salah', present[1]?.isCorrect ?? false)];
  if (type !== 'SINGLE_CHOICE' && type !== 'MULTIPLE_CHOICE') return [];
  const options = present.length > 0 ? [...present] : [blankOption(), blankOption()];
  if (type === 'MULTIPLE_CHOICE') return options;
  const right = options.findIndex(({ isCorrect }) => isCorrect);
  return options.map((option, index) => ({ ...option, isCorrect: index === right }));
}

export const blankQuestion = (type: QuestionType): Question => ({
  type,
  question: '',
  questionHtml: null,
  imageUrl: null,
  options: optionsFor(type, []),
  answerKey: null,
  explanation: '',
  explanationHtml: null,
  score: 1,
});

/** Changes the type of a question; keeps what both types share. */
export const withType = (question: Question, type: QuestionType): Question => ({
  ...question,
  type,
  options: optionsFor(type, question.options ?? []),
});

/** Marks an option as right or wrong; in a single choice, the others become wrong. */
export const marked = (question: Question, index: number, isCorrect: boolean): Option[] =>
  (question.options ?? []).map((option, at) => ({
    ...option,
    isCorrect: at === index ? isCorrect : question.type === 'MULTIPLE_CHOICE' && option.isCorrect === true,
  }));
