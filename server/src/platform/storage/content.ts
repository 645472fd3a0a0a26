/** Detection of file types by content; names and declared types prove nothing. */
import { type FileType, fileTypes } from '#contract/kernel/upload.ts';
import { badRequest } from '../errors.ts';
import { checkZip } from './zip.ts';
import type { CompleteFile } from './storage.ts';

/** Enough for all signatures below; WebM names its type within the first element. */
const headBytes = 4096;

const text = (head: Buffer, start: number, end: number) => head.toString('latin1', start, end);

/** Checks of the first bytes, by extension. */
const signatures: Record<string, (head: Buffer) => boolean> = {
  jpg: (head) => head.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff)),
  png: (head) => text(head, 0, 8) === '\x89PNG\r\n\x1a\n',
  webp: (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP',
  pdf: (head) => text(head, 0, 5) === '%PDF-',
  // Older QuickTime files begin with other atoms than `ftyp`.
  mov: (head) => text(head, 4, 12) === 'ftypqt  ' || ['moov', 'mdat', 'wide', 'free'].includes(text(head, 4, 8)),
  // Cameras write various brands, so all are accepted except those of pictures, audio and QuickTime.
  mp4: (head) => text(head, 4, 8) === 'ftyp' && !/^(qt  |he[iv]|m[is]f|avi|crx|M4[AB])/.test(text(head, 8, 12)),
  webm: (head) => head.readUInt32BE(0) === 0x1a45dfa3 && text(head, 0, headBytes).includes('webm'),
};

const isZip = ({ extension }: FileType) => ['zip', 'docx', 'pptx', 'xlsx'].includes(extension);

/** Part whose name identifies an Office document in a zip. */
const mainParts: Record<string, string> = {
  docx: 'word/document.xml',
  pptx: 'ppt/presentation.xml',
  xlsx: 'xl/workbook.xml',
};

/** Type detected from the first bytes; undefined: not an accepted type. */
const typeOfHead = (head: Buffer) => fileTypes.find(({ extension }) => signatures[extension]?.(head));

/** Checks that a file matches its declared type and is harmless. @throws HttpError 400 if not. */
export async function checkContent(file: Pick<CompleteFile, 'size' | 'read'>, type: FileType): Promise<void> {
  const head = Buffer.concat([await file.read(0, headBytes), Buffer.alloc(16)]);
  if (isZip(type)) {
    const names = await checkZip(file);
    const part = mainParts[type.extension];
    if (part !== undefined && [...names].some((name) => /(^|\/)vba(project|data)[^/]*$/i.test(name)))
      throw badRequest('This file contains macros; save it without them, as a plain document');
    if (part === undefined || names.has(part)) return;
  } else if (signatures[type.extension]?.(head)) return;
  const actual = typeOfHead(head);
  const expected = type.extension.toUpperCase();
  throw badRequest(
    `This file is not a ${expected}${actual ? ` but a ${actual.extension.toUpperCase()}` : ''}. ${type.words}`,
  );
}

/** Detected type of a picture; undefined: not an accepted one. */
export const pictureType = (bytes: Buffer): FileType | undefined =>
  [typeOfHead(Buffer.concat([bytes.subarray(0, headBytes), Buffer.alloc(16)]))].find((type) => type?.kind === 'image');
