/** Tests the rejection of archives with false contents or harmful paths. */
import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type FileType, typeOfMedia } from '#contract/kernel/upload.ts';
import { docx, zipOf } from '#platform/testing/files.ts';
import { checkContent } from './content.ts';
import { checkZip, inflatedSize } from './zip.ts';

const fileOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: (start: number, length: number) => Promise.resolve(bytes.subarray(start, start + length)),
  isPublished: false,
  publish: () => Promise.resolve(),
  release: () => Promise.resolve(),
});
const text = (name: string) => ({ name, bytes: Buffer.from(name) });
/** Sets the number of entries in the end record. */
const counting = (bytes: Buffer, count: number) => {
  bytes.writeUInt16LE(count, bytes.length - 12);
  return bytes;
};

/** Corrupts bytes in the middle of the first entry. */
const spoiled = (bytes: Buffer) => bytes.fill(0xff, 32, 40);
/** Marks the only entry, with a name of one letter, as encrypted. */
const locked = (bytes: Buffer) => {
  bytes[6] = 1;
  bytes[bytes.indexOf('PK\u0001\u0002') + 8] = 1;
  return bytes;
};

it('stops decompressing at the limit', async () => {
  const packed = deflateRawSync(Buffer.alloc(2e7));
  expect(await inflatedSize(packed, 2e7)).toBe(2e7);
  const size = await inflatedSize(packed, 1_000);
  expect(size).toBeGreaterThan(1_000);
  expect(size).toBeLessThan(100_000);
});

it.each([
  '../../etc/passwd',
  'a/../../b',
  'a/..',
  '/etc/passwd',
  String.raw`..\a`,
  String.raw`a\b`,
  'C:/a',
  'c:a',
  'a\0.txt',
])('rejects a name that leaves its folder: %j', async (name) => {
  await expect(checkZip(fileOf(zipOf([text('a.txt'), text(name)])))).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('outside of its own folder'),
  });
});

it('accepts names with dots, spaces, folders and letters of any script', async () => {
  const names = ['a..b/..c', '...', 'Übung 1/lösung.txt', 'x/', '教材.txt', '10:30'];
  expect(await checkZip(fileOf(zipOf(names.map(text))))).toEqual(new Set(names));
});

/** Archives of other programs, which use Zip64 for small files. */
const zip64 = {
  python:
    'UEsDBC0AAAAAAAAAIQCGphA2//////////8FABQAYS50eHQBABAABQAAAAAAAAAFAAAAAAAAAGhlbGxvUEsBAi0DLQAAAAAAAAAhAIamEDYFAAAABQAAAAUAAAAAAAAAAAAAAIABAAAAAGEudHh0UEsFBgAAAAABAAEAMwAAADwAAAAAAA==',
  infoZip:
    'UEsDBC0AAAAAADQRdl16em/t//////////8BABQALQEAEAADAAAAAAAAAAMAAAAAAAAAaGkKUEsBAh4DLQAAAAAANBF2XXp6b+0DAAAAAwAAAAEAAAAAAAAAAQAAAIARAAAAAC1QSwYGLAAAAAAAAAAeAy0AAAAAAAAAAAABAAAAAAAAAAEAAAAAAAAALwAAAAAAAAA2AAAAAAAAAFBLBgcAAAAAZQAAAAAAAAABAAAAUEsFBgAAAAABAAEALwAAADYAAAAAAA==',
};

it('accepts archives that other programs stream, and rejects them if their sizes differ', async () => {
  const [python, infoZip] = [zip64.python, zip64.infoZip].map((text) => Buffer.from(text, 'base64')) as [
    Buffer,
    Buffer,
  ];
  expect(await checkZip(fileOf(python))).toEqual(new Set(['a.txt']));
  expect(await checkZip(fileOf(infoZip))).toEqual(new Set(['-']));
  // Size in the local header; number of entries in the Zip64 end record.
  python[39] = 6;
  infoZip[infoZip.indexOf('PK\u0006\u0006') + 32] = 2;
  for (const bytes of [python, infoZip]) await expect(checkZip(fileOf(bytes))).rejects.toThrow('not a ZIP');
});

describe('rejects an archive', () => {
  const honest = [text('a'), text('b'), text('c')];
  it.each([
    [
      'whose entry declares 10 bytes and holds millions',
      () => zipOf([{ ...text('a'), bytes: Buffer.alloc(2e7), saysSize: 10 }]),
    ],
    [
      'whose entry inflates to a hundred times its consistent declared size',
      () => zipOf([text('a'), { name: 'b', bytes: Buffer.alloc(2e7), saysSize: 2e5, isConsistent: true }]),
    ],
    [
      'whose entry inflates to less than its declared size',
      () => zipOf([{ name: 'b', bytes: Buffer.alloc(2e5), saysSize: 2e5 + 1, isConsistent: true }]),
    ],
    ['with corrupt compressed data', () => spoiled(zipOf([{ name: 'b', bytes: randomBytes(1000) }]))],
    ['with an encrypted entry', () => locked(zipOf([text('a')]))],
    ['whose entry declares more than its bytes can inflate to', () => zipOf([{ ...text('a'), saysSize: 100_000 }])],
    ['that declares no entries', () => counting(zipOf(honest), 0)],
    ['that declares fewer entries than it has', () => counting(zipOf(honest), 2)],
    ['that declares more entries than it has', () => counting(zipOf(honest), 4)],
    ['whose directory omits the first entry', () => zipOf([{ ...text('a'), isHidden: true }, text('b')])],
    [
      'whose directory omits an entry in the middle',
      () => zipOf([text('a'), { ...text('b'), isHidden: true }, text('c')]),
    ],
    ['whose directory omits the last entry', () => zipOf([text('a'), { ...text('b'), isHidden: true }])],
    ['whose directory and local header have different names', () => zipOf([{ ...text('../a'), saysName: 'a' }])],
    ['with two entries of the same name', () => zipOf([text('a'), text('a')])],
  ])('%s', async (_, make) => {
    await expect(checkZip(fileOf(make()))).rejects.toMatchObject({ statusCode: 400 });
  });
});

/** Random bytes followed by zeros, which deflate to almost nothing. */
const padded = (random: number, size: number) => Buffer.concat([randomBytes(random), Buffer.alloc(size - random)]);
const tooLarge = { statusCode: 400, message: expect.stringContaining('too large when it is unpacked') };

const office = 'application/vnd.openxmlformats-officedocument';
it.each([
  ['application/zip', 'a'],
  [`${office}.wordprocessingml.document`, 'word/document.xml'],
  [`${office}.presentationml.presentation`, 'ppt/presentation.xml'],
  [`${office}.spreadsheetml.sheet`, 'xl/workbook.xml'],
])('rejects %s that unpacks to more than 20 times its size', async (media, part) => {
  const check = (bytes: Buffer) =>
    checkContent(fileOf(zipOf([text(part), { name: 'b', bytes }])), typeOfMedia(media) as FileType);
  await check(padded(100_000, 1_900_000));
  await expect(check(padded(100_000, 2_200_000))).rejects.toMatchObject(tooLarge);
});

it('rejects an archive that unpacks to more than 100 MB', async () => {
  const bytes = padded(1_000_000, 10 * 1024 * 1024);
  const parts = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `${n}.bin`, bytes }));
  await checkZip(fileOf(zipOf(parts(10))));
  await expect(checkZip(fileOf(zipOf([...parts(10), text('a')])))).rejects.toMatchObject(tooLarge);
});

it('rejects a document with macros, but accepts them in a ZIP', async () => {
  const bytes = zipOf([text('[Content_Types].xml'), text('word/document.xml'), text('word/VbaProject.bin')]);
  const word = typeOfMedia('application/vnd.openxmlformats-officedocument.wordprocessingml.document') as FileType;
  await expect(checkContent(fileOf(bytes), word)).rejects.toThrow('contains macros');
  await checkContent(fileOf(bytes), typeOfMedia('application/zip') as FileType);
  await checkContent(fileOf(docx()), word);
});
