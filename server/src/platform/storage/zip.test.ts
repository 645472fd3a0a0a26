/** Proves that an archive which lies about what it holds, or would write elsewhere, is refused. */
import { describe, expect, it } from 'vitest';
import { type FileType, typeOfMedia } from '#contract/upload.ts';
import { docx, zipOf } from '#platform/testing/files.ts';
import { checkContent } from './content.ts';
import { checkZip } from './zip.ts';

const fileOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: (start: number, length: number) => Promise.resolve(bytes.subarray(start, start + length)),
  isPublished: false,
  publish: () => Promise.resolve(),
  release: () => Promise.resolve(),
});
const text = (name: string) => ({ name, bytes: Buffer.from(name) });
/** The end record says this number of entries. */
const counting = (bytes: Buffer, count: number) => {
  bytes.writeUInt16LE(count, bytes.length - 12);
  return bytes;
};

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
])('a name that leaves its folder is refused: %j', async (name) => {
  await expect(checkZip(fileOf(zipOf([text('a.txt'), text(name)])))).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('outside of its own folder'),
  });
});

it('names with dots, spaces, folders and letters of any script are taken', async () => {
  const names = ['a..b/..c', '...', 'Übung 1/lösung.txt', 'x/', '教材.txt', '10:30'];
  expect(await checkZip(fileOf(zipOf(names.map(text))))).toEqual(new Set(names));
});

/** Made by other programs, which mark small files as Zip64's. */
const zip64 = {
  python:
    'UEsDBC0AAAAAAAAAIQCGphA2//////////8FABQAYS50eHQBABAABQAAAAAAAAAFAAAAAAAAAGhlbGxvUEsBAi0DLQAAAAAAAAAhAIamEDYFAAAABQAAAAUAAAAAAAAAAAAAAIABAAAAAGEudHh0UEsFBgAAAAABAAEAMwAAADwAAAAAAA==',
  infoZip:
    'UEsDBC0AAAAAADQRdl16em/t//////////8BABQALQEAEAADAAAAAAAAAAMAAAAAAAAAaGkKUEsBAh4DLQAAAAAANBF2XXp6b+0DAAAAAwAAAAEAAAAAAAAAAQAAAIARAAAAAC1QSwYGLAAAAAAAAAAeAy0AAAAAAAAAAAABAAAAAAAAAAEAAAAAAAAALwAAAAAAAAA2AAAAAAAAAFBLBgcAAAAAZQAAAAAAAAABAAAAUEsFBgAAAAABAAEALwAAADYAAAAAAA==',
};

it('what other programs make from a stream is taken, and refused where its two sets of figures differ', async () => {
  const [python, infoZip] = [zip64.python, zip64.infoZip].map((text) => Buffer.from(text, 'base64')) as [
    Buffer,
    Buffer,
  ];
  expect(await checkZip(fileOf(python))).toEqual(new Set(['a.txt']));
  expect(await checkZip(fileOf(infoZip))).toEqual(new Set(['-']));
  // The size in the entry's head; the number of entries in Zip64's end.
  python[39] = 6;
  infoZip[infoZip.indexOf('PK\u0006\u0006') + 32] = 2;
  for (const bytes of [python, infoZip]) await expect(checkZip(fileOf(bytes))).rejects.toThrow('not a ZIP');
});

describe('an archive is refused', () => {
  const honest = [text('a'), text('b'), text('c')];
  it.each([
    [
      'whose entries say 10 bytes and hold millions',
      () => zipOf([{ ...text('a'), bytes: Buffer.alloc(2e7), saysSize: 10 }]),
    ],
    ['whose entry says more than its bytes can become', () => zipOf([{ ...text('a'), saysSize: 100_000 }])],
    ['that says it has no entries', () => counting(zipOf(honest), 0)],
    ['that says it has fewer entries than it has', () => counting(zipOf(honest), 2)],
    ['that says it has more entries than it has', () => counting(zipOf(honest), 4)],
    ['whose table leaves its first entry out', () => zipOf([{ ...text('a'), isHidden: true }, text('b')])],
    ['whose table leaves one out in the middle', () => zipOf([text('a'), { ...text('b'), isHidden: true }, text('c')])],
    ['whose table leaves its last entry out', () => zipOf([text('a'), { ...text('b'), isHidden: true }])],
    ['whose table calls an entry otherwise than the entry itself', () => zipOf([{ ...text('../a'), saysName: 'a' }])],
    ['with two entries of one name', () => zipOf([text('a'), text('a')])],
  ])('%s', async (_, make) => {
    await expect(checkZip(fileOf(make()))).rejects.toMatchObject({ statusCode: 400 });
  });
});

it('a document with macros is refused as such, and may be in a ZIP', async () => {
  const bytes = zipOf([text('[Content_Types].xml'), text('word/document.xml'), text('word/VbaProject.bin')]);
  const word = typeOfMedia('application/vnd.openxmlformats-officedocument.wordprocessingml.document') as FileType;
  await expect(checkContent(fileOf(bytes), word)).rejects.toThrow('contains macros');
  await checkContent(fileOf(bytes), typeOfMedia('application/zip') as FileType);
  await checkContent(fileOf(docx()), word);
});
