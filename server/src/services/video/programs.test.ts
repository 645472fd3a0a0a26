/** Tests which ffmpeg is run: the one that FFMPEG names, else that of the PATH. */
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { hasPrograms, runProgram } from './programs.ts';
import { newFolder } from './testing/clips.ts';

let place: Awaited<ReturnType<typeof newFolder>>;
beforeAll(async () => {
  place = await newFolder();
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => place.remove());

async function addProgram(name: string): Promise<string> {
  const path = join(place.folder, name);
  await writeFile(path, `#!/bin/sh\necho "$@" > '${path}.ran'\n`);
  await chmod(path, 0o755);
  return path;
}

it('runs the program that FFMPEG names, with the ffprobe beside it', async () => {
  const path = await addProgram('ffmpeg');
  const probe = await addProgram('ffprobe');
  vi.stubEnv('FFMPEG', path);
  expect(await hasPrograms()).toBe(true);
  const watch = { signal: new AbortController().signal };
  await runProgram('ffmpeg', ['-version'], watch);
  await runProgram('ffprobe', ['-formats'], watch);
  expect(await readFile(`${path}.ran`, 'utf8')).toBe('-version\n');
  expect(await readFile(`${probe}.ran`, 'utf8')).toBe('-formats\n');
});

it('finds none when FFMPEG names a missing file, or the PATH has none', async () => {
  vi.stubEnv('FFMPEG', join(place.folder, 'gone'));
  expect(await hasPrograms()).toBe(false);
  vi.stubEnv('FFMPEG', '');
  vi.stubEnv('PATH', join(place.folder, 'empty'));
  expect(await hasPrograms()).toBe(false);
});
