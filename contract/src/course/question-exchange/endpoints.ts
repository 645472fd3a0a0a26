/** Import and export of questions as files (ours; docs/guide/questions.md). */
import { z } from 'zod';
import { field } from '../../kernel/draft.ts';
import { byIdOf } from '../../kernel/fields.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { type QuestionType, questionTypeNames } from '../quiz/questions.ts';

/** Display names of the import formats. */
export const importFormats = {
  gift: 'GIFT',
  aiken: 'Aiken',
  moodle: 'Moodle XML',
  qti: 'QTI',
  xlsx: 'Spreadsheet (XLSX)',
  csv: 'Spreadsheet (CSV)',
} as const;
export type ImportFormat = keyof typeof importFormats;

/** Display names of the export formats. */
export const exportFormats = {
  gift: 'GIFT',
  moodle: 'Moodle XML',
  qti3: 'QTI 3',
  xlsx: 'Spreadsheet (XLSX)',
} as const;
export type ExportFormat = keyof typeof exportFormats;

/** Upper limit of an import in bytes, for files and pasted text. */
export const maxImportBytes = 10 * 1024 * 1024;
/** {@link maxImportBytes} as text. */
export const importSizeLimit = `at most ${maxImportBytes / 1024 / 1024} MB`;

const named = <T extends string>(names: Record<T, string>) => z.enum(Object.keys(names) as [T, ...T[]]);

/** Position from 1: line of a text, row of a sheet, or item of a package. */
const line = z.int();

const previewed = z.object({
  line,
  question: z.object({
    type: named<QuestionType>(questionTypeNames),
    question: z.string(),
    /** Formatted form; null: there is only the text. */
    questionHtml: z.string().nullable(),
    imageUrl: z.string().nullable(),
    options: z.array(z.object({ text: z.string(), imageUrl: z.string().nullable(), isCorrect: z.boolean() })),
    answerKey: z.string().nullable(),
    explanation: z.string(),
    explanationHtml: z.string().nullable(),
    score: z.int(),
  }),
  /** Sentences about what of the question was lost; empty: nothing. */
  warnings: z.array(z.string()),
});
export type PreviewedQuestion = z.output<typeof previewed>;

const fault = z.object({
  line,
  reason: z.string(),
  /** Instruction for correcting it. */
  mend: z.string(),
});
export type ImportFault = z.output<typeof fault>;

const preview = z.object({
  /** Detected format; null: unknown. */
  format: named(importFormats).nullable(),
  questions: z.array(previewed),
  errors: z.array(fault),
});
export type ImportPreview = z.output<typeof preview>;

const all = { area: 'course', roles: ['admin', 'instructor'] } as const;

/**
 * Parses a file and returns the questions it would add; no question is saved. Pictures inside of it are uploaded, at most
 * 200; like all uploads they are removed after some days unless a record refers to them. Archives that would exhaust resources when
 * unpacked are refused.
 */
export const previewQuestions = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/quiz/:id/questions/preview/',
  params: byIdOf('quiz'),
  filePart: { name: 'file', max: maxImportBytes },
  body: z.object({}),
  reply: preview,
  messages: { fail: 'Failed to read the questions', preferServer: true },
});

/** File for the browser to save; bytes in base64, since a plain download link could not carry the access token. */
const file = z.object({ name: z.string(), mediaType: z.string(), content: z.string() });

export const exportQuestions = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/quiz/:id/questions/export/',
  params: byIdOf('quiz'),
  query: z.object({ format: field(named(exportFormats), { label: 'Format' }) }),
  reply: file,
  messages: { fail: 'Failed to export the questions', preferServer: true },
});

/** Spreadsheet template with an example of each question type. */
export const questionTemplate = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/question/template/',
  query: z.object({ format: field(z.enum(['xlsx', 'csv']), { label: 'Format' }) }),
  reply: file,
  messages: { fail: 'Failed to get the template', preferServer: true },
});
