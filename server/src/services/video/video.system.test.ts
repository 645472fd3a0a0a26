/** Tests with real videos that uploads become playable renditions, each made once, despite failures. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { addCaption, findVideo, getVideo, removeCaption, retryVideo } from '#contract/video/endpoints.ts';
import { mp4 } from '#platform/testing/files.ts';
import { sweepUploads } from '#platform/storage/sweep.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { ensureVideo, videoOf } from '#shared/video.ts';
import { noProgramsReason, processVideo, resumeVideos } from './jobs.ts';
import { segmentsOf } from './playlists.ts';
import { hasPrograms } from './programs.ts';
import { videoRoutes } from './routes.ts';
import { encodings, ffmpeg, ffprobe, makeClip, newFolder, uploaded } from './testing/clips.ts';

vi.setConfig({ testTimeout: 60_000 });

const isThere = await hasPrograms();
let test: TestApp;
let admin: TestCaller;
let clips: Awaited<ReturnType<typeof newFolder>>;
const stored = () => join(test.app.deps.config.dataDir, 'uploads');
const fileAt = (url: string) => join(stored(), url);

beforeAll(async () => {
  test = await testAppOf([videoRoutes]);
  admin = await test.as('admin');
  clips = await newFolder();
});
afterAll(async () => {
  await test.close();
  await clips.remove();
});

const contextOf = (videoId: string, overrides: object = {}) => ({
  config: test.app.deps.config,
  mailer: { send: () => Promise.reject(new Error('no mail here')), close: () => undefined },
  store: test.jobs,
  storage: test.app.deps.storage,
  tenant: 'coding' as const,
  db: test.database.tenant('coding'),
  named: (userId: string) => test.database.named('coding', userId),
  ids: { videoId },
  key: videoId,
  askedAt: new Date().toISOString(),
  isLastTry: false,
  signal: new AbortController().signal,
  ...overrides,
});
const work = (videoId: string, overrides: object = {}) => processVideo.run(contextOf(videoId, overrides));
const clip = (name: string, encoding: readonly string[], more: { seconds?: number; size?: string } = {}) =>
  makeClip(join(clips.folder, name), { encoding, ...more });
/** Watches the ffprobe processes of this test; `stop` returns their maximum memory in MB. */
function watchPrograms() {
  let most = 0;
  const look = () => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      try {
        const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        if (!commandLine.startsWith('ffprobe') || !commandLine.includes(stored())) continue;
        const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
        most = Math.max(most, Number(kilobytes ?? 0) / 1024);
      } catch {
        // The process has ended meanwhile.
      }
  };
  const timer = setInterval(look, 5);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

/** MP4 of 1.7 kB whose three tracks each claim 40 million samples (gzip, base64); its index alone takes 2.8 GB. */
const tablesOfMillions = [
  'H4sIAAAAAAACA2NgYFBIK6ksyCzOz2VgYGIA0UBslFiWbJhbYGLIwMDgkZuSWMJAMWDTz83PLwMycnLLMlJQ5ZhfMDCoCzAw',
  'MoAQAjCiGYHGd8BvIRNQw8uSosRsIDumJBtsJzOmaUB7GfDbg81epgagcAZYsjU3JTMRyFDITcHur9AjYI5SRkpOEUymLDMl',
  'FVllGMgk69zMvDQgQ6QsF2wSsr0qKRA5mZSi1DQkd/GUFuUoQNm/i0uScoD09OKS4hQkNe2g2MThN6BPgP7wAMUzLhUYQOL/',
  'fyBpCDTVmTGFQe7/QwbJdCC95qbDAv2fiaBQZgQRNvxiutMYGVgzXj8+rQTSVlxSUgyzhCkpCmaZCNC5VWjiMkCxZCQHoalP',
  'zkeS0xiN6NGIHo3o4RTRALtvLpaXBgAA',
].join('');
const read = async (id: string) => (await admin.call(getVideo, { params: { id } })).body;
const text = (url: string) => readFile(fileAt(url), 'utf8');

/** Renditions that the playlist refers to. */
async function renditionsOf(url: string) {
  const master = await text(url);
  const found = [...master.matchAll(/#EXT-X-STREAM-INF:(.+)\n(.+)/g)];
  return Promise.all(
    found.map(async ([, attributes = '', name = '']) => {
      const playlist = await text(`${url.slice(0, url.lastIndexOf('/'))}/${name}`);
      const [, media = ''] = /URI="(.+?)"/.exec(playlist)!;
      return { attributes, playlist, media: fileAt(`${url.slice(0, url.lastIndexOf('/'))}/${media}`) };
    }),
  );
}
const secondsOf = (playlist: string) => segmentsOf(playlist).reduce((sum, { seconds }) => sum + seconds, 0);
const height = ({ attributes }: { attributes: string }) => Number(/RESOLUTION=\d+x(\d+)/.exec(attributes)?.[1]);
const keyframes = async (path: string) =>
  (await ffprobe('-select_streams', 'v:0', '-show_entries', 'packet=pts_time,flags', path))
    .filter((line) => line.includes(',K'))
    .map((line) => Number(line.split(',')[0]));
const pictures = async (path: string) => {
  const lines = await ffprobe(
    '-select_streams',
    'v:0',
    '-show_entries',
    'packet=data_hash',
    '-show_data_hash',
    'md5',
    path,
  );
  return createHash('md5').update(lines.join()).digest('hex');
};

describe('without ffmpeg', () => {
  it('a video waits with a reason while its source plays, and is processed when ffmpeg is installed', async () => {
    const path = join(clips.folder, 'waiting.mp4');
    await writeFile(path, mp4(2_000));
    const { id, url } = await uploaded(test, path);
    expect(await read(id)).toMatchObject({ status: 'PENDING', url: null, reason: null });
    vi.stubEnv('PATH', clips.folder);
    await work(id);
    await resumeVideos.run({ ...contextOf(id), ids: {} });
    vi.unstubAllEnvs();
    expect(await read(id)).toMatchObject({ status: 'PENDING', reason: noProgramsReason, url });
    await test.sql('delete from outbox');
    if (!isThere) return;
    await resumeVideos.run({ ...contextOf(id), ids: {} });
    expect(await test.sql('select ids from outbox')).toEqual([{ ids: { videoId: id } }]);
    expect(await read(id)).toMatchObject({ status: 'PENDING', reason: null, url: null });
  });
});

describe('a source', () => {
  it('is one video and one job however often it is saved; a URL of another site has none', async () => {
    const path = join(clips.folder, 'twice.mp4');
    await writeFile(path, mp4(2_000));
    await test.sql('delete from outbox');
    const { id, url } = await uploaded(test, path);
    const db = test.database.tenant('coding');
    await ensureVideo(db, url);
    await ensureVideo(db, 'https://youtu.be/abc');
    expect(await test.sql('select job, ids from outbox')).toEqual([{ job: 'process-video', ids: { videoId: id } }]);
    expect((await admin.call(findVideo, { query: { source: url } })).body.video).toMatchObject({ videoId: id });
    expect((await admin.call(findVideo, { query: { source: 'https://youtu.be/abc' } })).body).toEqual({
      video: null,
      isUpload: false,
    });
    // URL of the hosted store; not processed yet.
    const hosted = 'https://lectern.s3.ap-southeast-3.amazonaws.com/coding/lesson/x.mp4';
    await test.sql(`insert into upload (tenant, key, url, name, type, size, finished_at)
      values ('coding', 'coding/lesson/x.mp4', '${hosted}', 'x.mp4', 'video/mp4', 1, now())`);
    expect((await admin.call(findVideo, { query: { source: hosted } })).body).toEqual({ video: null, isUpload: true });
    const { rows } = await sql`select v.* from (values (${url}), ('https://youtu.be/abc'), (null)) as lesson (source)
      left join ${videoOf('lesson.source')} as v on true`.execute(db);
    expect(rows).toMatchObject([
      { videoId: id, videoStatus: 'PENDING', videoUrl: null },
      { videoId: null, videoStatus: '', videoUrl: 'https://youtu.be/abc' },
      { videoStatus: '', videoUrl: null },
    ]);
  });

  it('belongs to the tenant: another cannot read the video and captions, nor retry', async () => {
    const path = join(clips.folder, 'own.mp4');
    await writeFile(path, mp4(2_000));
    const { id, url } = await uploaded(test, path);
    const other = await test.as('admin', 'cyber');
    expect((await other.call(getVideo, { params: { id } })).status).toBe(404);
    expect((await other.call(findVideo, { query: { source: url } })).body.video).toBeNull();
    expect((await other.call(retryVideo, { params: { id } })).status).toBe(404);
    const body = { language: 'id', label: 'Asing', content: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHalo' } as const;
    expect((await other.call(addCaption, { params: { id }, body })).status).toBe(404);
  });
});

describe('captions', () => {
  it('are uploaded as .srt or .vtt, are served as WebVTT, have unique labels, and can be deleted', async () => {
    const path = join(clips.folder, 'captions.mp4');
    await writeFile(path, mp4(2_000));
    const { id } = await uploaded(test, path);
    const srt =
      '1\r\n00:00:01,500 --> 00:00:03,000\r\nSelamat datang\r\n\r\n2\r\n00:00:04,000 --> 00:00:05,250\r\nBaris dua\r\n';
    const body = { language: 'id', label: 'Indonesia', content: srt } as const;
    const { status, body: added } = await admin.call(addCaption, { params: { id }, body });
    expect(status).toBe(201);
    expect(await text(added.url)).toBe(
      'WEBVTT\n\n00:00:01.500 --> 00:00:03.000\nSelamat datang\n\n00:00:04.000 --> 00:00:05.250\nBaris dua\n',
    );
    expect((await admin.call(addCaption, { params: { id }, body })).status).toBe(409);
    const none = { ...body, label: 'Lain', content: 'tak ada' };
    expect((await admin.call(addCaption, { params: { id }, body: none })).status).toBe(400);
    expect((await read(id)).captions).toEqual([added]);
    const wrong = { ...none, replaces: added.captionId };
    expect((await admin.call(addCaption, { params: { id }, body: wrong })).status).toBe(400);
    const strange = { ...body, label: 'Lain', replaces: id };
    expect((await admin.call(addCaption, { params: { id }, body: strange })).status).toBe(400);
    expect((await read(id)).captions).toEqual([added]);
    const replacing = { ...body, content: srt.replace('Selamat', 'Lamat'), replaces: added.captionId };
    const { status: replaced, body: other } = await admin.call(addCaption, { params: { id }, body: replacing });
    expect(replaced).toBe(201);
    expect(await text(other.url)).toContain('Lamat datang');
    expect((await read(id)).captions).toEqual([other]);
    const { captionId } = other;
    expect((await admin.call(removeCaption, { params: { id: captionId } })).status).toBe(200);
    expect((await read(id)).captions).toEqual([]);
    expect((await admin.call(removeCaption, { params: { id: captionId } })).status).toBe(404);
    const [entry] = await test.sql(
      `select actor_name, belongs_to from audit where record_id = $1 and action = 'create'`,
      [captionId],
    );
    expect(entry).toMatchObject({ actor_name: 'Tester admin', belongs_to: expect.arrayContaining([`video:${id}`]) });
  });
});

describe.runIf(isThere)('with ffmpeg', () => {
  it('suitable frames are copied, smaller renditions are cut at the same times, and the percentage rises', async () => {
    const { id, url } = await uploaded(test, await clip('fit.mp4', encodings.fit, { size: '854x480' }));
    const seen: number[] = [];
    const timer = setInterval(() => {
      void read(id).then(({ percent }) => seen.push(percent));
    }, 50);
    await work(id).finally(() => clearInterval(timer));
    const video = await read(id);
    expect(video).toMatchObject({ status: 'FINISHED', percent: 100, reason: null, duration: 9, source: url });
    expect(video.heights).toEqual([240, 360, 480]);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    const made = await renditionsOf(video.url!);
    expect(made.map(height)).toEqual([240, 360, 480]);
    expect(await pictures(made[2]!.media)).toBe(await pictures(join(clips.folder, 'fit.mp4')));
    const cuts = made.map(({ playlist }) => segmentsOf(playlist).map(({ seconds }) => seconds.toFixed(1)));
    expect(cuts).toEqual([cuts[2], cuts[2], ['4.0', '4.0', '1.0']]);
    const starts = await Promise.all(made.map(({ media }) => keyframes(media)));
    for (const times of starts.slice(0, 2)) expect(times).toHaveLength(3);
    for (const [n, at] of [0, 4, 8].entries()) expect(Math.abs(starts[0]![n]! - at)).toBeLessThan(0.15);
    for (const { attributes } of made)
      expect(attributes).toMatch(/BANDWIDTH=\d+,.*CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"/);
    // The original stays.
    expect(await readFile(fileAt(url))).toEqual(await readFile(join(clips.folder, 'fit.mp4')));
  });

  it('a variable frame rate that ends on a still slide has its whole length, in segments that are not long', async () => {
    // 25 frames per second for five seconds, then one.
    const slide = ['-vf', "select='lt(t,5)+not(mod(n,25))'", '-fps_mode', 'vfr', ...encodings.fit];
    const { id } = await uploaded(test, await clip('slide.mp4', slide, { seconds: 20 }));
    await work(id);
    const video = await read(id);
    expect(video).toMatchObject({ status: 'FINISHED', duration: 20 });
    for (const { playlist } of await renditionsOf(video.url!)) {
      expect(Math.abs(secondsOf(playlist) - 20)).toBeLessThan(0.1);
      const lengths = segmentsOf(playlist).map(({ seconds }) => seconds);
      expect(Math.max(...lengths)).toBeLessThan(12);
      expect(Number(/TARGETDURATION:(\d+)/.exec(playlist)?.[1])).toBeGreaterThanOrEqual(Math.max(...lengths));
    }
  });

  it.each([
    ['whose sound goes on after its last frame, without a declared length', 'live.webm', ['-live', '1'], 8],
    ['whose time does not begin at 0', 'late.webm', ['-output_ts_offset', '10', '-t', '3'], 3],
    ['whose time does not begin at 0', 'late.mp4', ['-output_ts_offset', '10', '-t', '3'], 3],
  ])('a recording %s (%s) has the length that is seen', async (_, name, more, seconds) => {
    const encoding = [...(name.endsWith('webm') ? encodings.webm : encodings.fit), '-vf', "select='lt(t,3)'", ...more];
    const { id } = await uploaded(test, await clip(name, encoding, { seconds: 8, size: '160x120' }));
    await work(id);
    const video = await read(id);
    expect(video).toMatchObject({ status: 'FINISHED', duration: seconds });
    for (const { playlist } of await renditionsOf(video.url!))
      expect(Math.abs(secondsOf(playlist) - seconds)).toBeLessThan(0.2);
  });

  it('a recording that was trimmed without encoding it has the frames and the length that its edit list shows', async () => {
    const whole = await clip('whole.mp4', [...encodings.fit, '-g', '125'], { seconds: 10, size: '160x120' });
    const path = join(clips.folder, 'trimmed.mov');
    await ffmpeg('-ss', '3', '-i', whole, '-c', 'copy', path);
    // Each list has one entry, whose duration follows its head; four seconds are left.
    const file = await readFile(path);
    for (let at = file.indexOf('elst'); at >= 0; at = file.indexOf('elst', at + 4)) file.writeUInt32BE(4000, at + 12);
    await writeFile(path, file);
    const { id } = await uploaded(test, path);
    await work(id);
    const video = await read(id);
    expect(video).toMatchObject({ status: 'FINISHED', duration: 4 });
    for (const { playlist, media } of await renditionsOf(video.url!)) {
      expect(Math.abs(secondsOf(playlist) - 4)).toBeLessThan(0.1);
      const frames = await ffprobe('-select_streams', 'v:0', '-show_entries', 'packet=pts_time', media);
      expect(frames).toHaveLength(100);
    }
  });

  it.each(['smpte2084', 'arib-std-b67'])('a high dynamic range (%s) is mapped to BT.709', async (transfer) => {
    const colours = ['-color_trc', transfer, '-color_primaries', 'bt2020', '-colorspace', 'bt2020nc'];
    const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-tag:v', 'hvc1'];
    const encoding = ['-vf', 'drawbox=c=gray:t=fill,format=yuv420p10le', ...hevc, ...colours, '-an'];
    const { id } = await uploaded(test, await clip(`${transfer}.mp4`, encoding, { seconds: 2 }));
    await work(id);
    const video = await read(id);
    expect(video.status).toBe('FINISHED');
    for (const { media } of await renditionsOf(video.url!)) {
      const shown = 'stream=pix_fmt,color_space,color_transfer,color_primaries';
      expect(await ffprobe('-show_entries', shown, media)).toEqual(['yuv420p,bt709,bt709,bt709']);
    }
  });

  it('another encoding is re-encoded, never larger than the source; with a poster and a storyboard', async () => {
    const { id } = await uploaded(test, await clip('other.webm', encodings.webm));
    await work(id);
    const video = await read(id);
    expect(video).toMatchObject({ status: 'FINISHED', heights: [240, 360], duration: 9 });
    const made = await renditionsOf(video.url!);
    for (const { media, playlist } of made) {
      expect(await ffprobe('-show_entries', 'stream=codec_name', media)).toEqual(['h264', 'aac']);
      expect(Math.abs(secondsOf(playlist) - 9)).toBeLessThan(0.5);
    }
    const [first, second] = await Promise.all(made.map(({ media }) => keyframes(media)));
    expect(first).toEqual(second);
    expect(first).toHaveLength(3);
    expect((await readFile(fileAt(video.posterUrl!))).subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
    const board = await text(video.storyboardUrl!);
    expect(board.match(/-->/g)).toHaveLength(9);
    const [, picture] = /\n(\S+)#xywh=0,0,160,90/.exec(board)!;
    const sheet = fileAt(video.storyboardUrl!.replace(/[^/]+$/, picture!));
    expect(await ffprobe('-show_entries', 'stream=width,height', sheet)).toEqual(['1440,90']);
  });

  it('a video without sound and smaller than the smallest rung is playable', async () => {
    const { id } = await uploaded(test, await clip('silent.mov', encodings.silent, { size: '160x120', seconds: 3 }));
    await work(id);
    expect(await read(id)).toMatchObject({ status: 'FINISHED', heights: [120] });
  });

  it.each([
    ['sound alone', 'sound.mp4', encodings.soundOnly, undefined, 'no picture'],
    ['half of a file', 'half.mp4', encodings.headFirst, 0.5, 'its end is missing'],
    ['a file without its end', 'endless.mp4', encodings.fit, 0.5, 'not whole'],
  ])('%s fails permanently with a reason', async (_, name, encoding, share, why) => {
    const path = await clip(name, encoding, { seconds: 6 });
    if (share) await truncate(path, Math.floor((await readFile(path)).length * share));
    const { id } = await uploaded(test, path);
    await expect(work(id)).rejects.toMatchObject({ name: 'Unrecoverable', message: expect.stringContaining(why) });
    expect(await read(id)).toMatchObject({ status: 'FAILED', reason: expect.stringContaining(why), url: null });
  });

  it('random bytes or text named as a video fail permanently, and can be retried', async () => {
    const path = join(clips.folder, 'text.mp4');
    await writeFile(path, '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n');
    const { id } = await uploaded(test, path);
    await expect(work(id)).rejects.toMatchObject({ name: 'Unrecoverable' });
    await test.sql('delete from outbox');
    expect((await admin.call(retryVideo, { params: { id } })).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'PENDING', reason: null });
    expect(await test.sql('select job from outbox')).toEqual([{ job: 'process-video' }]);
    expect((await admin.call(retryVideo, { params: { id } })).status).toBe(409);
  });

  it.runIf(process.platform === 'linux')(
    'a small file that claims millions of frames fails before it uses the memory',
    async () => {
      const path = join(clips.folder, 'bomb.mp4');
      await writeFile(path, gunzipSync(Buffer.from(tablesOfMillions, 'base64')));
      const { id } = await uploaded(test, path);
      const memory = watchPrograms();
      await expect(work(id)).rejects.toMatchObject({ name: 'Unrecoverable' });
      const most = memory.stop();
      expect(most).toBeGreaterThan(1);
      expect(most).toBeLessThan(400);
      expect(await read(id)).toMatchObject({
        status: 'FAILED',
        reason: expect.stringContaining('damaged, not whole, or no video'),
      });
    },
  );

  it('a video waits while the store is unavailable, and fails at the last try', async () => {
    const { id, url } = await uploaded(test, await clip('away.mp4', encodings.fit, { seconds: 3 }));
    const away = {
      ...test.app.deps.storage,
      localPath: () => Promise.reject(new Error('The file store does not answer')),
    };
    await expect(work(id, { storage: away })).rejects.toThrow('does not answer');
    expect(await read(id)).toMatchObject({ status: 'PENDING', url, reason: expect.stringContaining('is tried again') });
    await expect(work(id, { storage: away, isLastTry: true })).rejects.toThrow('does not answer');
    expect(await read(id)).toMatchObject({ status: 'FAILED', reason: 'The file store does not answer' });
    await work(id);
    expect(await read(id)).toMatchObject({ status: 'FINISHED' });
  });

  it('a video fails when its worker was killed on the last try, and can be retried; one with a job continues', async () => {
    const { id } = await uploaded(test, await clip('dead.mp4', encodings.fit, { seconds: 3 }));
    await test.sql(`update video set status = 'RUNNING', run_id = gen_random_uuid() where id = $1`, [id]);
    const resume = (jobs: object[]) => {
      const list = () => Promise.resolve(jobs as Awaited<ReturnType<typeof test.jobs.list>>);
      return resumeVideos.run({ ...contextOf(id), ids: {}, store: { ...test.jobs, list } });
    };
    await resume([{ name: 'process-video', state: 'running', ids: { videoId: id } }]);
    expect(await read(id)).toMatchObject({ status: 'RUNNING' });
    await resume([]);
    expect(await read(id)).toMatchObject({ status: 'FAILED', reason: expect.stringContaining('broke off') });
    expect((await admin.call(retryVideo, { params: { id } })).status).toBe(200);
    await work(id);
    expect(await read(id)).toMatchObject({ status: 'FINISHED', reason: null });
  });

  it('a run that was taken over ends silently, and leaves no files', async () => {
    const { id } = await uploaded(test, await clip('taken.webm', encodings.webm, { seconds: 6 }));
    const first = work(id);
    await expect.poll(async () => (await read(id)).status).toBe('RUNNING');
    await Promise.all([first, work(id)]);
    expect(await read(id)).toMatchObject({ status: 'FINISHED', heights: [240, 360] });
    expect(await readdir(join(test.app.deps.config.dataDir, 'video-work'))).toEqual([]);
  });

  it('renditions stay while the source is used, and are removed after it', async () => {
    const { id, url } = await uploaded(test, await clip('swept.mp4', encodings.fit, { seconds: 3 }));
    await work(id);
    const { posterUrl, storyboardUrl, url: playlist } = await read(id);
    const [made] = await renditionsOf(playlist!);
    const files = [url, posterUrl!, storyboardUrl!, playlist!].map(fileAt).concat(made!.media);
    const left = async () =>
      (await Promise.all(files.map((file) => stat(file).catch(() => null)))).filter(Boolean).length;
    const { storage } = test.app.deps;
    const later = async () => {
      await test.sql(`update upload set created_at = created_at - interval '8 days', checked_at = checked_at - interval '8 days',
        unused_since = unused_since - interval '8 days'`);
      await sweepUploads(test.database.tenant('coding'), storage);
    };
    const course = await addRecord(test.sql, 'course', 'coding', { intro_video_url: url });
    for (let round = 0; round < 3; round += 1) await later();
    expect(await left()).toBe(5);
    await test.sql('delete from course where id = $1', [course]);
    for (let round = 0; round < 5; round += 1) await later();
    expect(await left()).toBe(0);
    expect(await test.sql('select 1 from video where id = $1', [id])).toEqual([]);
  });
});
