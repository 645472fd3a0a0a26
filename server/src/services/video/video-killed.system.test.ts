/** Tests that a process killed while encoding leaves no partial results, and that the next one continues. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getVideo } from '#contract/video/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { processEnvironment } from '#platform/testing/server-process.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import type { Rendition } from './playlists.ts';
import { hasPrograms } from './programs.ts';
import { videoRoutes } from './routes.ts';
import { encodings, makeClip, newFolder, uploaded } from './testing/clips.ts';

vi.setConfig({ testTimeout: 120_000 });

let test: TestApp;
let admin: TestCaller;
let clips: Awaited<ReturnType<typeof newFolder>>;
beforeAll(async () => {
  test = await testAppOf([videoRoutes]);
  admin = await test.as('admin');
  clips = await newFolder();
});
afterAll(async () => {
  await test.close();
  await clips.remove();
});

/** Starts a process that processes one video. */
const start = (videoId: string) =>
  spawn(
    process.execPath,
    [join(import.meta.dirname, 'testing/processor.ts'), test.appUrl('coding'), test.workerUrl, videoId],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...processEnvironment, DATA_DIR: test.app.deps.config.dataDir, JWT_SECRET: testJwtSecret },
    },
  );
const read = async (id: string) => (await admin.call(getVideo, { params: { id } })).body;
async function filmsOf(id: string): Promise<string[]> {
  const [row] = await test.sql('select renditions from video where id = $1', [id]);
  return (row!['renditions'] as Rendition[]).map(({ mediaKey }) => mediaKey);
}

it.runIf(await hasPrograms())(
  'a killed process ends its ffmpeg, and completed renditions are not repeated',
  async () => {
    const clip = { seconds: 8, size: '854x480', encoding: encodings.webm };
    const { id } = await uploaded(test, await makeClip(join(clips.folder, 'killed.webm'), clip));
    const { dataDir } = test.app.deps.config;
    const programs = () =>
      execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => /^\S*ffmpeg /.test(line) && line.includes(dataDir));
    const killed = start(id);
    await expect.poll(async () => (await read(id)).heights.length, { timeout: 60_000, interval: 50 }).toBe(1);
    await expect.poll(() => programs().length, { interval: 20 }).toBeGreaterThan(0);
    const gone = once(killed, 'exit');
    killed.kill('SIGKILL');
    await gone;
    await expect.poll(programs, { timeout: 10_000 }).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'RUNNING', heights: [240] });
    const before = await filmsOf(id);

    await once(start(id), 'exit');
    const video = await read(id);
    expect(video).toMatchObject({ status: 'FINISHED', percent: 100, heights: [240, 360, 480], duration: 8 });
    expect((await filmsOf(id)).slice(0, 1)).toEqual(before);
    expect(await readdir(join(dataDir, 'video-work'))).toEqual([]);
    await once(start(id), 'exit');
    expect(await read(id)).toEqual(video);
  },
);
