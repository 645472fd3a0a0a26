/** Rules of importing and exporting questions: preview by the rules of a quiz with faults and reasons, and file names. */
import type {
  ImportFault,
  ImportFormat,
  ImportPreview,
  PreviewedQuestion,
  ExportFormat,
} from '#contract/course/question-exchange/endpoints.ts';
import { maxQuestions, questionDraft, questionProblems, questionTypeNames } from '#contract/course/quiz/questions.ts';
import type { QuizType } from '#contract/course/quiz/endpoints.ts';
import { HttpError } from '#platform/errors.ts';
import { leftOut } from './losses.ts';
import { withDerivedTexts } from '../quiz/formatted.ts';
import { sanitized } from './html.ts';
import { isPlainHtml } from './rich-html.ts';
import { type FilePicture, type ReadResult, fault } from './read-result.ts';

export type FileFormat = ExportFormat | 'csv';

const kinds: Readonly<Record<FileFormat, { extension: string; mediaType: string }>> = {
  gift: { extension: 'gift.txt', mediaType: 'text/plain; charset=utf-8' },
  moodle: { extension: 'xml', mediaType: 'application/xml' },
  qti3: { extension: 'qti.zip', mediaType: 'application/zip' },
  xlsx: { extension: 'xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  csv: { extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
};

/** Portable file name, and the media type. */
export function fileOf(name: string, format: FileFormat): { name: string; mediaType: string } {
  const { extension, mediaType } = kinds[format];
  const plain = name.replace(/[^\p{L}\p{N}()-]+/gu, ' ').trim();
  return { name: `${[...plain].slice(0, 80).join('') || 'Questions'}.${extension}`, mediaType };
}

/** Instructions for marking the right option, by format. */
const marks: Readonly<Record<ImportFormat, string>> = {
  gift: 'Put = before the right option and ~ before the others',
  aiken: 'Write ANSWER: and the letter of the right option below the options',
  moodle: 'Give the right option fraction="100", or of several right ones parts of 100 with <single>false</single>',
  qti: 'Name the right choices in correctResponse (in QTI 1.2: in resprocessing), one where the cardinality is single',
  xlsx: 'Write the letter of the right option, or of several as A, C, in the column “Right answer”',
  csv: 'Write the letter of the right option, or of several as A, C, in the column “Right answer”',
};

const mends: Readonly<Record<string, string>> = {
  type: 'Give it options or a short answer, or take it out',
  question: 'Write the question in at most 5.000 characters',
  questionHtml: 'Shorten the question, or take its format out',
  imageUrl: 'Take the picture out, and add it after the import',
  options: 'Give it 2 to 6 options that differ, each of at most 1.000 characters',
  answerKey: 'Write the right answer, in at most 2.000 characters',
  explanation: 'Shorten the explanation to 5.000 characters',
  explanationHtml: 'Shorten the explanation, or take its format out',
  score: 'Write a whole number from 0 to 1.000',
};
const labels: Readonly<Record<string, string>> = {
  type: 'Type',
  question: 'Question',
  questionHtml: 'Question',
  imageUrl: 'Picture',
  options: 'Options',
  answerKey: 'Answer',
  explanation: 'Explanation',
  explanationHtml: 'Explanation',
  score: 'Score',
};

/** First fault of each field, with what its text has lost. */
function shapeFaults(
  line: number,
  issues: readonly { path: PropertyKey[]; message: string }[],
  warnings: readonly string[],
): ImportFault[] {
  const byField = Map.groupBy(issues, ({ path }) => String(path[0]));
  return [...byField].map(([field, [issue]]) => {
    const place =
      field === 'options' && typeof issue!.path[1] === 'number' ? `Option ${issue!.path[1] + 1}` : labels[field];
    const lost = warnings.filter(
      (warning) => warning.startsWith(`${place}: `) || (field === 'question' && !warning.includes(': ')),
    );
    return fault(line, [`${place}: ${issue!.message}`, ...lost].join('. '), mends[field] ?? '');
  });
}

type Read = Exclude<ReadResult, ImportFault>;

async function judged(
  { line, draft: unchecked, warnings }: Read,
  kind: QuizType,
  format: ImportFormat,
): Promise<PreviewedQuestion | ImportFault[]> {
  const parsed = questionDraft.safeParse(await withDerivedTexts(unchecked, '', sanitized));
  if (!parsed.success) return shapeFaults(line, parsed.error.issues, warnings);
  const draft = parsed.data;
  const right = draft.options.filter(({ isCorrect }) => isCorrect).length;
  const problems = questionProblems(draft, kind);
  if (problems.length === 0)
    return {
      line,
      question: { ...draft, options: draft.options.map(({ optionId: _, ...option }) => option) },
      warnings,
    };
  return problems.map(({ path, message }) => {
    if (path === 'options' && message.startsWith('Mark'))
      return fault(
        line,
        right === 0 ? 'No option is marked right' : 'More than one option is marked right',
        marks[format],
      );
    return fault(line, path === 'type' ? `${questionTypeNames[draft.type]}: ${message}` : message, mends[path]!);
  });
}

const tooMany = ({ line }: ReadResult) =>
  fault(
    line,
    'From here on there are more than 1.000 questions',
    'Divide the file: a quiz has at most 1.000 questions',
  );

/** Upper limit of pictures inside of a file; each is encoded anew. */
const maxPictures = 200;

/** Preview of a file whose pictures are not stored yet. */
export interface FilePreview extends ImportPreview {
  /** Pictures, each with the index of its question. */
  pictures: (FilePicture & { index: number })[];
}

/** Formatted text with a picture at another address, or without it. */
function withPicture(html: string, address: string, url: string | null): string | null {
  if (url !== null) return html.replaceAll(`src="${address}"`, `src="${url}"`);
  const rest = html.replaceAll(new RegExp(`<img src="${address}"[^>]*>`, 'g'), '');
  return isPlainHtml(rest) ? null : rest;
}

/** Puts a picture into the place of its question where it is missing yet; null: it was left out. */
function placePicture({ question }: PreviewedQuestion, { address }: FilePicture, url: string | null): void {
  for (const part of [question, ...question.options]) if (part.imageUrl === address) part.imageUrl = url;
  for (const name of ['questionHtml', 'explanationHtml'] as const)
    question[name] = question[name] && withPicture(question[name], address, url);
}

/** Whether a picture is a GIF or WebP of several frames that follow each other. */
const isAnimated = (bytes: Buffer) => bytes.includes('NETSCAPE2.0') || bytes.subarray(0, 64).includes('ANIM');

/** Preview with the pictures stored by `store`, which returns their addresses. Those it refuses are named. */
export async function withPictures(
  { pictures, ...preview }: FilePreview,
  store: (bytes: Buffer) => Promise<string>,
): Promise<ImportPreview> {
  await Promise.all(
    pictures.map(async ({ index, ...picture }) => {
      const previewed = preview.questions[index]!;
      try {
        const bytes = Buffer.from(picture.bytes);
        placePicture(previewed, picture, await store(bytes));
        if (isAnimated(bytes)) previewed.warnings.push(`${picture.name} moves: only its first frame was kept`);
      } catch (error) {
        if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
        placePicture(previewed, picture, null);
        previewed.warnings.push(`${leftOut(picture.name)}: ${error.message}`);
      }
    }),
  );
  return preview;
}

/** Preview of a file. @throws HttpError 400 for archives that are dangerous to unpack */
export async function previewOf(bytes: Buffer, kind: QuizType): Promise<FilePreview> {
  // Loaded on first use.
  const { readFile } = await import('./read-file.ts');
  const { format, found } = await readFile(bytes, maxQuestions + 1);
  const preview: FilePreview = { format, questions: [], errors: [], pictures: [] };
  for (const one of found.slice(0, maxQuestions)) {
    const result = 'reason' in one ? [one] : await judged(one, kind, format!);
    if (Array.isArray(result)) preview.errors.push(...result);
    else {
      const index = preview.questions.push(result) - 1;
      for (const picture of ('pictures' in one && one.pictures) || []) {
        if (preview.pictures.length < maxPictures) preview.pictures.push({ ...picture, index });
        else {
          placePicture(result, picture, null);
          result.warnings.push(`${leftOut(picture.name)}: a file has at most ${maxPictures} pictures`);
        }
      }
    }
  }
  const next = found[maxQuestions];
  if (next) preview.errors.push(tooMany(next));
  if (found.length === 0) preview.errors.push(fault(1, 'There are no questions in it', 'Choose a file with questions'));
  return preview;
}
