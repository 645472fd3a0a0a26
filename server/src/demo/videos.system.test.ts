/** Tests that the demo's videos are real and are queued for processing. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestApp } from '#platform/testing/app.ts';
import { hasPrograms } from '../services/video/programs.ts';
import { ffprobe } from '../services/video/testing/clips.ts';
import { testApp } from '../tests/app.ts';
import { demoVideos, demoVideoSeconds } from './videos.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const make = () =>
  demoVideos(test.database.tenant('cyber'), test.app.deps.storage, 'cyber', new AbortController().signal);
const isThere = await hasPrograms();

it.skipIf(!isThere)(
  'makes three videos and one that is cut off, and processes them like any other (needs ffmpeg)',
  { timeout: 60_000 },
  async () => {
    const sources = await make();
    expect(sources).toHaveLength(4);
    for (const source of sources.slice(0, 3)) {
      const path = join(test.app.deps.config.dataDir, 'uploads', source);
      const [duration] = await ffprobe('-show_entries', 'format=duration', path);
      expect(Number(duration)).toBeCloseTo(demoVideoSeconds, 0);
    }
    expect(await test.sql('select tenant, status from video')).toEqual(
      sources.map(() => ({ tenant: 'cyber', status: 'PENDING' })),
    );
    expect(await test.sql(`select 1 from outbox where job = 'process-video'`)).toHaveLength(4);
  },
);

it('makes none without ffmpeg, and reports no error', async () => {
  vi.stubEnv('PATH', '/nowhere');
  expect(await make()).toEqual([]);
  vi.unstubAllEnvs();
});
