/** Processes an uploaded video into streamable renditions; completed steps are kept when a worker is killed in between. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileType, typeOfMedia } from '#contract/kernel/upload.ts';
import type { JobContext } from '#platform/jobs/job.ts';
import { storeGenerated } from '#platform/storage/generated.ts';
import type { videoJob } from '#shared/video.ts';
import { type Encoded, encode, mediaName, type Work } from './encode.ts';
import { type Rung, rungsOf, sizeOf, encodingCost } from './ladder.ts';
import { drawPoster, drawStoryboard } from './pictures.ts';
import { masterPlaylist, type Rendition } from './playlists.ts';
import { probe } from './probe.ts';
import { beginRun, type StartedRun, saveProgress, type Progress } from './queries.ts';

type Context = JobContext<(typeof videoJob)['ids']>;

/** Another run has taken over the video; this one ends silently. */
export class TakenOverError extends Error {}

export interface Run {
  context: Context;
  runId: string;
  tell: (progress: Progress) => Promise<void>;
}

/** Run with a new id; its `tell` saves progress, and throws TakenOverError once the video has another run. */
export function newRun(context: Context): Run {
  const runId = randomUUID();
  return {
    context,
    runId,
    async tell(progress) {
      if (!(await saveProgress(context.db, context.ids.videoId, runId, progress))) throw new TakenOverError();
    },
  };
}

const typeOf = (mediaType: string): FileType => {
  const type = typeOfMedia(mediaType);
  if (!type) throw new Error(`A video has the type ${mediaType}, which this version does not know`);
  return type;
};

const keep = ({ context: { db, storage, tenant } }: Run, name: string, mediaType: string, content: Buffer | string) =>
  storeGenerated(db, storage, { tenant, prefix: 'video', name, type: typeOf(mediaType), content });

const fileOf = (key: string) => key.slice(key.lastIndexOf('/') + 1);

/** Stores a rendition: first the media file, then the playlist that refers to it. */
async function keepRendition(run: Run, { probe: source }: Work, rung: Rung, encoded: Encoded): Promise<Rendition> {
  const { media, playlist, ...rates } = encoded;
  const name = `${rung.height}p`;
  const film = await keep(run, name, 'video/mp4', media);
  const list = playlist.replaceAll(mediaName, fileOf(film.key));
  const { url: playlistUrl } = await keep(run, name, 'application/vnd.apple.mpegurl', Buffer.from(list));
  const size = rung.isCopied ? { width: source.width, height: source.height } : sizeOf(rung, source);
  const { height, isCopied } = rung;
  return {
    height,
    isCopied,
    size,
    ...rates,
    frameRate: source.frameRate,
    playlistUrl,
    mediaUrl: film.url,
    mediaKey: film.key,
  };
}

/** Reports the percentage, at most once a second and never decreasing. */
function percentReporter(run: Run, initial: number) {
  let [last, percent] = [0, initial];
  return async (share: number): Promise<void> => {
    const next = Math.max(percent, Math.min(99, Math.floor(share * 100)));
    if (next === percent || Date.now() - last < 1_000) return;
    [last, percent] = [Date.now(), next];
    await run.tell({ percent });
  };
}

/** Encodes the missing renditions one after the other; rewrites the master playlist after each. */
async function makeRenditions(
  run: Run,
  work: Work,
  begun: StartedRun,
  afterEach: () => Promise<void>,
): Promise<Rendition[]> {
  const rungs = rungsOf(work);
  let done = begun.renditions.filter((one) => rungs.some((rung) => rung.height === one.height));
  const all = rungs.reduce((sum, rung) => sum + encodingCost(rung), 0);
  const isDone = ({ height }: Rung) => done.some((one) => one.height === height);
  const reportPercent = percentReporter(run, begun.percent);
  for (const rung of rungs) {
    if (isDone(rung)) continue;
    const before = rungs.filter(isDone).reduce((sum, one) => sum + encodingCost(one), 0);
    const encoded = await encode(work, rung, (seconds) =>
      reportPercent((before + encodingCost(rung) * Math.min(1, (seconds * 1000) / work.probe.durationMs)) / all),
    );
    const rendition = await keepRendition(run, work, rung, encoded);
    done = [...done, rendition].toSorted((a, b) => a.height - b.height);
    const list = Buffer.from(masterPlaylist(done));
    const { url: playlistUrl } = await keep(run, 'all', 'application/vnd.apple.mpegurl', list);
    await run.tell({ renditions: done, playlistUrl });
    await afterEach();
  }
  return done;
}

async function addPoster(run: Run, work: Work): Promise<void> {
  const { url: posterUrl } = await keep(run, 'poster', 'image/jpeg', await drawPoster(work));
  await run.tell({ posterUrl });
}

async function addStoryboard(run: Run, work: Work, [smallest]: Rendition[]): Promise<void> {
  const from = await run.context.storage.localPath(smallest!.mediaKey, work.folder, work.signal);
  const { picture, cues } = await drawStoryboard(work, from);
  const { key, url: storyboardPictureUrl } = await keep(run, 'storyboard', 'image/jpeg', picture);
  const { url: storyboardUrl } = await keep(run, 'storyboard', 'text/vtt', Buffer.from(cues(fileOf(key))));
  await run.tell({ storyboardUrl, storyboardPictureUrl });
}

async function make(run: Run, begun: StartedRun, folder: string): Promise<void> {
  const { storage, signal } = run.context;
  const type = typeOf(begun.type);
  const path = await storage.localPath(begun.key, folder, signal);
  const source = await probe(path, type, signal);
  await run.tell({ probe: source.probe, durationMs: source.probe.durationMs });
  const work = { ...source, path, type, folder, signal };
  let hasPoster = begun.posterUrl !== null;
  // The poster follows the first rendition, so that the video is playable as early as possible.
  const done = await makeRenditions(run, work, begun, async () => {
    if (!hasPoster) await addPoster(run, work);
    hasPoster = true;
  });
  if (begun.storyboardUrl === null) await addStoryboard(run, work, done);
  await run.tell({ status: 'FINISHED', reason: null, percent: 100 });
}

/** Creates a folder for this run; removes those that killed runs of the same video left. */
async function workFolder({ context: { config, ids } }: Run): Promise<string> {
  const folder = join(config.dataDir, 'video-work');
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder))
    if (name.startsWith(ids.videoId)) await rm(join(folder, name), { recursive: true, force: true });
  return mkdtemp(join(folder, `${ids.videoId}-`));
}

/** Processes the run's video. @throws Unrecoverable if the file is not a processable video */
export async function processVideo(run: Run): Promise<void> {
  const { db, ids } = run.context;
  const begun = await beginRun(db, ids.videoId, run.runId);
  if (!begun) return;
  const folder = await workFolder(run);
  await make(run, begun, folder).finally(() => rm(folder, { recursive: true, force: true }));
}
