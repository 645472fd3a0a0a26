/** Files of questions to download. */
import type { ExportFormat } from '#contract/question-exchange.ts';
import { writeCsv } from './csv.ts';
import type { StoredQuestion } from './read-result.ts';
import { writeGift } from './gift-writer.ts';
import { writeMoodle } from './moodle-writer.ts';
import { writeQti } from './qti-writer.ts';
import { rowsOf } from './sheet.ts';
import { writeXlsx } from './xlsx.ts';

export type FileFormat = ExportFormat | 'csv';

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
