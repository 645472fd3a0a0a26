/** Questions as files: read from other systems and written for them (ours; docs/guide/questions.md). */
import { z } from 'zod';
import { byIdOf } from './fields.ts';
import { endpoint } from './kernel.ts';
import { type QuestionType, questionTypeNames } from './question.ts';

/** What can be read, as people call it. */
export const importFormats = {
  gift: 'GIFT',
  aiken: 'Aiken',
  moodle: 'Moodle XML',
  qti: 'QTI',
  xlsx: 'Spreadsheet (XLSX)',
  csv: 'Spreadsheet (CSV)',
} as const;
export type ImportFormat = keyof typeof importFormats;

/** What can be written. */
export const exportFormats = {
  gift: 'GIFT',
  moodle: 'Moodle XML',
  qti3: 'QTI 3',
  xlsx: 'Spreadsheet (XLSX)',
} as const;
export type ExportFormat = keyof typeof exportFormats;

/** In bytes; pasted text too. */
export const largestImport = 10 * 1024 * 1024;
/** The same for people. */
export const largestImportWords = `at most ${largestImport / 1024 / 1024} MB`;

const named = <T extends string>(names: Record<T, string>) => z.enum(Object.keys(names) as [T, ...T[]]);

/** Where it stands: a line of a text, a row of a sheet, an item of a package, each from 1. */
const line = z.int();

const previewed = z.object({
  line,
  question: z.object({
    type: named<QuestionType>(questionTypeNames),
    question: z.string(),
    imageUrl: z.string().nullable(),
    options: z.array(z.object({ text: z.string(), isCorrect: z.boolean() })),
    answerKey: z.string().nullable(),
    explanation: z.string(),
    score: z.int(),
  }),
});
export type PreviewedQuestion = z.output<typeof previewed>;

const fault = z.object({
  line,
  reason: z.string(),
  /** What to do about it. */
  mend: z.string(),
});
export type ImportFault = z.output<typeof fault>;

const preview = z.object({
  /** Told by the content; null: of none that is known. */
  format: named(importFormats).nullable(),
  questions: z.array(previewed),
  errors: z.array(fault),
});
export type ImportPreview = z.output<typeof preview>;

const all = { area: 'course', roles: ['admin', 'instructor'] } as const;

/** What a file would add to a quiz; nothing is saved. What would do harm when it is unpacked is refused. */
export const previewQuestions = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/quiz/:id/questions/preview/',
  params: byIdOf('quiz'),
  filePart: { name: 'file', most: largestImport },
  body: z.object({}),
  reply: preview,
  messages: { fail: 'Failed to read the questions', preferServer: true },
});

/** A file for the browser to save; its bytes in base64, since a link could not carry who asks. */
const file = z.object({ name: z.string(), mediaType: z.string(), content: z.string() });

export const exportQuestions = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/quiz/:id/questions/export/',
  params: byIdOf('quiz'),
  query: z.object({ format: named(exportFormats) }),
  reply: file,
  messages: { fail: 'Failed to export the questions', preferServer: true },
});

/** Our spreadsheet with an example of each type, to fill in. */
export const questionTemplate = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/question/template/',
  query: z.object({ format: z.enum(['xlsx', 'csv']) }),
  reply: file,
  messages: { fail: 'Failed to get the template', preferServer: true },
});
