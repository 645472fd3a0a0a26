/** Contents of files of questions to download; loaded by the worker only, with the libraries of all formats. */
import { writeCsv } from './csv.ts';
import type { FileFormat } from './file-name.ts';
import type { StoredQuestion } from './read-result.ts';
import { writeGift } from './gift-writer.ts';
import { writeMoodle } from './moodle-writer.ts';
import { writeQti } from './qti-writer.ts';
import { rowsOf } from './sheet.ts';
import { writeXlsx } from './xlsx.ts';

const writers: Readonly<Record<FileFormat, (questions: readonly StoredQuestion[]) => string | Uint8Array>> = {
  gift: writeGift,
  moodle: writeMoodle,
  qti3: writeQti,
  xlsx: (questions) => writeXlsx(rowsOf(questions)),
  csv: (questions) => writeCsv(rowsOf(questions)),
};

/** File of questions in base64. */
export const encodeQuestions = (format: FileFormat, questions: readonly StoredQuestion[]): string =>
  Buffer.from(writers[format](questions) as string).toString('base64');
