/** ZIPs of texts: too many, too large or too compressed files are refused before unpacking; texts are packed. */
import { unzipSync, strToU8, zipSync } from 'fflate';
import { badRequest } from '#platform/errors.ts';
import { checkZip } from '#platform/storage/zip.ts';

/** Limits, far above a package of 1,000 questions. */
const maxFiles = 3000;
const maxBytes = 40 * 1024 * 1024;
/** Maximum compression ratio of large files; texts reach about ten, a higher ratio indicates a ZIP bomb. */
const ratio = 200;
const largeBytes = 1024 * 1024;

export const isZip = (bytes: Buffer): boolean => ['PK\x03\x04', 'PK\x05\x06'].includes(bytes.toString('latin1', 0, 4));

export type Parts = ReadonlyMap<string, Buffer>;

/** Texts of a ZIP by name, and files that `isAlso` matches; others are not unpacked. @throws HttpError 400 */
export async function unzip(bytes: Buffer, isAlso?: RegExp): Promise<Parts> {
  let [files, unpacked, isBomb] = [0, 0, false];
  try {
    unzipSync(bytes, {
      filter: ({ size, originalSize }) => {
        files += 1;
        unpacked += originalSize;
        isBomb ||= originalSize > Math.max(largeBytes, ratio * size);
        return false;
      },
    });
  } catch {
    throw badRequest('This file is not a ZIP, or is damaged');
  }
  if (files > maxFiles) throw badRequest('This ZIP holds far too many files');
  if (isBomb || unpacked > maxBytes) throw badRequest('This file would become far too large when it is unpacked');
  // Verifies the declared sizes, which then bound the unpacking.
  await checkZip(
    { size: bytes.length, read: (start, length) => Promise.resolve(bytes.subarray(start, start + length)) },
    Infinity,
  );
  const texts = unzipSync(bytes, { filter: ({ name }) => /\.(xml|rels)$/i.test(name) || isAlso?.test(name) === true });
  return new Map(
    Object.entries(texts).map(([name, part]) => [name, Buffer.from(part.buffer, part.byteOffset, part.byteLength)]),
  );
}

/** Fixed modification time; ZIP requires one, from 1980 on. */
const mtime = new Date(1980, 0, 1, 12);

/** Packs texts into a reproducible ZIP. */
export const zipTexts = (texts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])), { mtime });
