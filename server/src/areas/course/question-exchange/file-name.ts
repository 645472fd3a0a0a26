/** Names and media types of files of questions. */
import type { ExportFormat } from '#contract/course/question-exchange/endpoints.ts';

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
