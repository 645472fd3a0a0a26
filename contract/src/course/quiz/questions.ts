/** The questions of quizzes and surveys (spec §3, §7, §8; domain.md, Question). */
import { z } from 'zod';
import { choice, field } from '../../kernel/draft.ts';
import { byIdOf, idOf, imageLink, name, text, version, whole } from '../../kernel/fields.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { changeOf } from '../../kernel/record-endpoints.ts';

export const questionTypeNames = {
  SINGLE_CHOICE: 'Single choice',
  MULTIPLE_CHOICE: 'Multiple choice',
  TRUE_FALSE: 'True or false',
  SHORT_ANSWER: 'Short answer',
  RATING: 'Rating',
  TEXT: 'Free text',
} as const;
export type QuestionType = keyof typeof questionTypeNames;

/** Question types by quiz type. */
export const questionTypesOf = {
  QUIZ: ['SINGLE_CHOICE', 'MULTIPLE_CHOICE', 'TRUE_FALSE', 'SHORT_ANSWER'],
  SURVEY: ['SINGLE_CHOICE', 'MULTIPLE_CHOICE', 'TRUE_FALSE', 'SHORT_ANSWER', 'RATING', 'TEXT'],
} as const satisfies Record<string, readonly QuestionType[]>;

/** Whether questions of this type have options. */
export const hasOptions = (type: QuestionType): boolean =>
  type === 'SINGLE_CHOICE' || type === 'MULTIPLE_CHOICE' || type === 'TRUE_FALSE';

/** Text that is not blank. */
const written = (max: number) => text(max).refine((value) => value.trim() !== '', 'Write something');

/** Upper limit of options per question. */
export const maxOptions = 6;

/** Upper limit of the characters of a formatted text, including markup. */
export const maxHtml = 20_000;

/** Formatted form of a text; the server derives the text from it. Null: there is only the text. */
const html = (label: string) => field(text(maxHtml).nullable(), { label, kind: 'richText' }).default(null);

const picture = field(imageLink.nullable(), { label: 'Picture' }).default(null);

const option = z
  .object({
    /** Id that answers refer to; absent: a new option. */
    optionId: name(1, 40).optional(),
    /** May be blank beside a picture. */
    text: field(text(1000), { label: 'Option' }),
    imageUrl: picture,
    /** Always false in a survey. */
    isCorrect: z.boolean().default(false),
  })
  .refine(({ text: words, imageUrl }) => words.trim() !== '' || imageUrl, {
    path: ['text'],
    message: 'Write something, or choose a picture',
  });

const fields = {
  type: field(choice(questionTypeNames), { label: 'Type' }),
  /** May be absent beside `questionHtml`, from which it follows. */
  question: field(written(5000), {
    label: 'Question',
    kind: 'textArea',
  }).default(''),
  questionHtml: html('Question'),
  imageUrl: picture,
  options: field(z.array(option).max(maxOptions, `At most ${maxOptions} options`), {
    label: 'Options',
    item: 'option',
  }).default([]),
  /** Accepted short answers, one per line. */
  answerKey: field(text(2000).nullable(), { label: 'Answer', kind: 'textArea' }).default(null),
  explanation: field(text(5000), { label: 'Explanation', kind: 'textArea' }).default(''),
  explanationHtml: html('Explanation'),
  score: field(whole().min(0, 'Not below 0').max(1000, 'At most 1.000'), { label: 'Score' }).default(1),
};

interface AnswerFields {
  type: QuestionType;
  options: readonly {
    optionId?: string | undefined;
    text: string;
    imageUrl?: string | null | undefined;
    isCorrect: boolean;
  }[];
  answerKey: string | null;
}

/** Error of a question, with the field to show it at. */
export interface QuestionProblem {
  path: 'type' | 'options' | 'answerKey';
  message: string;
}

/** Errors in a question's answers, by its type and the type of its quiz. */
export function questionProblems(
  { type, options, answerKey }: AnswerFields,
  kind: keyof typeof questionTypesOf,
): QuestionProblem[] {
  if (!(questionTypesOf[kind] as readonly string[]).includes(type))
    return [{ path: 'type', message: `A ${kind.toLowerCase()} does not have this type of question` }];
  const problems: (QuestionProblem | false)[] = [];
  if (hasOptions(type)) {
    const correct = options.filter(({ isCorrect }) => isCorrect).length;
    // Blank options already have an error of their own.
    // In code, case and spaces matter: `True` and `true` differ.
    const shown = options
      .filter((one) => one.text.trim() || one.imageUrl)
      .map((one) => `${one.imageUrl ?? ''} ${one.text}`);
    const named = options.flatMap(({ optionId }) => optionId ?? []);
    const isBoolean = type === 'TRUE_FALSE';
    problems.push(
      options.length < 2 && { path: 'options', message: 'Give at least 2 options' },
      isBoolean && options.length > 2 && { path: 'options', message: 'True or false has 2 options' },
      new Set(shown).size < shown.length && { path: 'options', message: 'Two options are the same' },
      // With duplicate ids, answers would be ambiguous.
      new Set(named).size < named.length && { path: 'options', message: 'Two options have the same id' },
      kind === 'QUIZ' &&
        type !== 'MULTIPLE_CHOICE' &&
        correct !== 1 && { path: 'options', message: 'Mark the one right option' },
      kind === 'QUIZ' &&
        type === 'MULTIPLE_CHOICE' &&
        correct === 0 && { path: 'options', message: 'Mark at least one right option' },
    );
  } else {
    problems.push(
      options.length > 0 && { path: 'options', message: 'This type of question has no options' },
      kind === 'QUIZ' && !answerKey?.trim() && { path: 'answerKey', message: 'Write the right answer' },
    );
  }
  return problems.filter((problem) => problem !== false);
}

/** Whole question as its form holds it. Rules that depend on the quiz type are in `questionProblems`. */
export const questionDraft = z.object(fields);
export type QuestionDraft = z.output<typeof questionDraft>;

const storedOption = z.object({
  optionId: z.string(),
  text: z.string(),
  imageUrl: z.string().nullable(),
  /** Absent in a survey. */
  isCorrect: z.boolean().optional(),
  priority: z.int(),
});
/** Option in the database; older ones are stored without a picture. */
export type Option = Omit<z.output<typeof storedOption>, 'imageUrl'> & { imageUrl?: string | null };

export const question = z.object({
  questionId: idOf('question'),
  quizId: idOf('quiz'),
  type: z.enum(Object.keys(questionTypeNames) as [QuestionType, ...QuestionType[]]),
  question: z.string(),
  /** Formatted form, sanitized; null: there is only the text. */
  questionHtml: z.string().nullable(),
  imageUrl: z.string().nullable(),
  options: z.array(storedOption),
  answerKey: z.string().nullable(),
  explanation: z.string(),
  explanationHtml: z.string().nullable(),
  score: z.int(),
  priority: z.int(),
});

const all = { area: 'course', roles: ['admin', 'instructor'] } as const;
const added = { ok: 'Successfully Added Question', fail: 'Fail to Add New Question', preferServer: true } as const;
const updated = {
  ok: 'Successfully Updated Question',
  fail: 'Failed to Update Question',
  preferServer: true,
} as const;

/** Lists all questions of a quiz; not paged. */
export const listQuestions = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/question/',
  query: z.object({ quizId: idOf('quiz') }),
  reply: z.array(question),
});

/** Creates a question at the end of its quiz. */
export const createQuestion = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/question/',
  body: questionDraft.extend({ quizId: idOf('quiz') }),
  success: 201,
  creates: true,
  reply: z.object({ questionId: idOf('question') }),
  messages: added,
});

/**
 * Updates a question: omitted fields stay unchanged; the resulting question must be valid. A text that changes without
 * its formatted form loses that.
 */
export const updateQuestion = endpoint({
  ...all,
  method: 'PUT',
  url: '/admin/question/:id/',
  params: byIdOf('question'),
  body: changeOf(questionDraft).partial(),
  reply: z.object({ questionId: idOf('question') }),
  messages: updated,
});

export const deleteQuestion = endpoint({
  ...all,
  method: 'DELETE',
  url: '/admin/question/:id/',
  params: byIdOf('question'),
  reply: z.object({ questionId: idOf('question') }),
  messages: { ok: 'Question deleted successfully', fail: 'Failed to delete question' },
});

/** Upper limit of questions per quiz. */
export const maxQuestions = 1000;

/** Replaces all questions of a quiz, in order: those without an id are created, those left out are deleted (ours). */
export const saveQuestions = endpoint({
  ...all,
  method: 'PUT',
  url: '/admin/quiz/:id/questions/',
  params: byIdOf('quiz'),
  body: z.object({
    questions: z
      .array(questionDraft.extend({ questionId: idOf('question').optional() }))
      .max(maxQuestions, 'At most 1.000 questions'),
  }),
  versioned: true,
  proposable: true,
  reply: z.object({ quizId: idOf('quiz'), version, questions: z.array(question) }),
  messages: updated,
});
