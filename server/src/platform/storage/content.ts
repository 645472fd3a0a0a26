/** What a file really is, by its bytes; its name and the sender's word for it prove nothing. */
import { type FileType, fileTypes } from '#contract/upload.ts';
import { badRequest } from '../errors.ts';
import { checkZip } from './zip.ts';
import type { Arrived } from './storage.ts';

/** Enough for every signature below; a WebM says its type within its first element. */
const headBytes = 4096;

const text = (head: Buffer, start: number, end: number) => head.toString('latin1', start, end);

/** Extension → whether the first bytes are such a file's. */
const signatures: Record<string, (head: Buffer) => boolean> = {
  jpg: (head) => head.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff)),
  png: (head) => text(head, 0, 8) === '\x89PNG\r\n\x1a\n',
  webp: (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP',
  pdf: (head) => text(head, 0, 5) === '%PDF-',
  // QuickTime's older files begin with other atoms than `ftyp`.
  mov: (head) => text(head, 4, 12) === 'ftypqt  ' || ['moov', 'mdat', 'wide', 'free'].includes(text(head, 4, 8)),
  // Cameras write brands of their own; pictures, sound and QuickTime have theirs.
  mp4: (head) => text(head, 4, 8) === 'ftyp' && !/^(qt  |he[iv]|m[is]f|avi|crx|M4[AB])/.test(text(head, 8, 12)),
  webm: (head) => head.readUInt32BE(0) === 0x1a45dfa3 && text(head, 0, headBytes).includes('webm'),
};

const isZip = ({ extension }: FileType) => ['zip', 'docx', 'pptx', 'xlsx'].includes(extension);

/** The office formats are zips with a part of this name. */
const mainParts: Record<string, string> = {
  docx: 'word/document.xml',
  pptx: 'ppt/presentation.xml',
  xlsx: 'xl/workbook.xml',
};

/** What its bytes say that it is; undefined: nothing that may be uploaded. */
const typeOfHead = (head: Buffer) => fileTypes.find(({ extension }) => signatures[extension]?.(head));

/** @throws HttpError 400 with a sentence when the file is not what it was said to be, or would do harm. */
export async function checkContent(file: Arrived, type: FileType): Promise<void> {
  const head = Buffer.concat([await file.read(0, headBytes), Buffer.alloc(16)]);
  if (isZip(type)) {
    const names = await checkZip(file);
    const part = mainParts[type.extension];
    if (part !== undefined && [...names].some((name) => /(^|\/)vba(project|data)[^/]*$/i.test(name)))
      throw badRequest('This file contains macros; save it without them, as a plain document');
    if (part === undefined || names.has(part)) return;
  } else if (signatures[type.extension]?.(head)) return;
  const found = typeOfHead(head);
  const said = type.extension.toUpperCase();
  throw badRequest(
    `This file is not a ${said}${found ? ` but a ${found.extension.toUpperCase()}` : ''}. ${type.words}`,
  );
}

/** The type of a picture whose sender did not say it; undefined: none that may be uploaded. */
export const pictureType = (bytes: Buffer): FileType | undefined =>
  [typeOfHead(Buffer.concat([bytes.subarray(0, headBytes), Buffer.alloc(16)]))].find((type) => type?.kind === 'image');
