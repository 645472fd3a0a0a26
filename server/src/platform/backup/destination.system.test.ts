/**
 * Tests the target of a backup: name, folder, permissions, what it may replace, its errors, and that a discarded target
 * leaves no file.
 */
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDestination } from './destination.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-destination-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = async (to: string, text: string | Buffer, isEncrypted = false) => {
  const { stream, keep, name } = openDestination(to, isEncrypted);
  stream.end(text);
  await finished(stream);
  await keep();
  return name;
};
const timed = /^lectern-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/;
const modeOf = (path: string) => statSync(path).mode & 0o777;

it('removes a target that is discarded immediately', async () => {
  const { stream, discard } = openDestination(folder, false);
  discard();
  stream.end();
  await finished(stream);
  expect(readdirSync(folder)).toEqual([]);
});

it.each(['new/', 'new/deep/', 'new.tar.gz/'])('creates the folder %s for its owner only', async (typed) => {
  const name = await write(`${folder}/${typed}`, 'isi');
  expect(readdirSync(join(folder, typed))).toEqual([expect.stringMatching(timed)]);
  expect(readFileSync(name, 'utf8')).toBe('isi');
  expect([modeOf(join(folder, typed)), modeOf(name)]).toEqual([0o700, 0o600]);
});

it('keeps an existing folder, whatever its name ends in', async () => {
  mkdirSync(join(folder, 'old.tar.gz'));
  const before = modeOf(join(folder, 'old.tar.gz'));
  await write(join(folder, 'old.tar.gz'), 'isi');
  expect(readdirSync(join(folder, 'old.tar.gz'))).toEqual([expect.stringMatching(timed)]);
  expect(modeOf(join(folder, 'old.tar.gz'))).toBe(before);
});

const packed = (text: string) => gzipSync(text);

it.each([
  ['all.tar.gz', false, packed],
  ['all.tar.gz.age', true, (text: string) => Buffer.from(`age-encryption.org/v1\n${text}`)],
  ['x.backup', false, packed],
  ['all', false, packed],
])('replaces an older backup in the file %s', async (typed, isEncrypted, made) => {
  for (const text of ['lama', 'baru']) await write(join(folder, typed), made(text), isEncrypted);
  expect(readdirSync(folder)).toEqual([typed]);
  expect(readFileSync(join(folder, typed))).toEqual(made('baru'));
});

it.each(['catatan.txt', 'all.tar.gz'])('throws for the file %s that is no backup, and keeps it', (typed) => {
  writeFileSync(join(folder, typed), 'catatan');
  expect(() => openDestination(join(folder, typed), false)).toThrow(
    `${join(folder, typed)} is there and is no backup; name another file, or a folder`,
  );
  expect(readdirSync(folder)).toEqual([typed]);
  expect(readFileSync(join(folder, typed), 'utf8')).toBe('catatan');
});

it('writes to an empty file such as one of mktemp', async () => {
  writeFileSync(join(folder, 'tmp.x1'), '');
  await write(join(folder, 'tmp.x1'), 'isi');
  expect(readFileSync(join(folder, 'tmp.x1'), 'utf8')).toBe('isi');
});

it.each(['nightly/', 'nightly.tar.gz/'])('throws for a file in place of the folder %s, and keeps it', (typed) => {
  const path = join(folder, typed).replace(/\/$/, '');
  writeFileSync(path, 'lama');
  expect(() => openDestination(`${folder}/${typed}`, false)).toThrow(
    `${folder}/${typed} is there and is no folder; a name that ends in / is a folder's`,
  );
  expect(readFileSync(path, 'utf8')).toBe('lama');
});

it("reports errors with the path the user entered, not the draft's", () => {
  // 255 characters, the maximum: the name of the partial file, which is longer, is refused.
  const file = join(folder, `${'x'.repeat(248)}.tar.gz`);
  expect(() => openDestination(file, false)).toThrow(`${file}: name too long`);
});
