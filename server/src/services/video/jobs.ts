/** Jobs of videos: processing, starting those that waited for ffmpeg, and failing those whose worker died. */
import { z } from 'zod';
import { exportAgain } from '#contract/video/endpoints.ts';
import { defineJob, type JobContext } from '#platform/jobs/job.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { Unrecoverable } from '#platform/jobs/unrecoverable.ts';
import { videoJob } from '#shared/video.ts';
import { newRun, processVideo as processOne, type Run, TakenOverError } from './processing.ts';
import { hasPrograms, ProgramFailed } from './programs.ts';
import { findRunning, saveProgress, setWaiting, releaseWaiting } from './queries.ts';

/** Reason of videos that wait for ffmpeg. */
export const noProgramsReason =
  'This server cannot process videos: ffmpeg is not installed. Whoever runs it installs ffmpeg; the video is then processed by itself';

/** Whether a failure is of this machine (killed, no disk space or memory), so that a retry may succeed. */
const isPassing = ({ code, stderr }: ProgramFailed) => code > 128 || /No space left|Cannot allocate/.test(stderr);

function whatWentWrong(error: unknown): Error {
  if (!(error instanceof ProgramFailed)) return error as Error;
  if (isPassing(error)) return error;
  const last = error.stderr.split('\n').at(-1) ?? '';
  return new Unrecoverable(`This video could not be processed; ${exportAgain}. (${last})`);
}

/** Writes the reason of a failure to the video, and throws the error. */
async function fail({ context, tell }: Run, error: Error): Promise<never> {
  const isOver = error instanceof Unrecoverable || context.isLastTry;
  const passing = 'It could not be processed just now and is tried again';
  const reason = isOver ? error.message.slice(0, 500) : `${passing}: ${error.message.slice(0, 200)}`;
  // The error is thrown even if the status cannot be written.
  await tell({ status: isOver ? 'FAILED' : 'PENDING', reason }).catch(() => undefined);
  throw error;
}

/** Processes a video, for up to 12 hours; without ffmpeg the video waits. */
export const processVideo = defineJob({
  ...videoJob,
  timeout: 12 * 60 * 60,
  async run(context) {
    if (!(await hasPrograms())) return setWaiting(context.db, context.ids.videoId, noProgramsReason);
    const run = newRun(context);
    await processOne(run).catch(async (error: unknown) => {
      if (!(error instanceof TakenOverError)) await fail(run, whatWentWrong(error));
    });
  },
});

const brokeOff = 'Processing it broke off on every try. Try again; if that breaks off too, upload it as another file';
/** Upper limit of queued jobs read; more than are ever queued. */
const maxJobs = 100_000;

/** Fails running videos that have no job any more: their worker was killed on the last try. */
async function failDead({ db, store, tenant }: Pick<JobContext, 'db' | 'store' | 'tenant'>): Promise<void> {
  const running = await findRunning(db);
  if (running.length === 0) return;
  const jobs = await store.list(tenant, { name: videoJob.name, states: ['waiting', 'running'] }, maxJobs, 0);
  const alive = new Set(jobs.map(({ ids }) => ids['videoId']));
  for (const { id, runId } of running)
    if (!alive.has(id)) await saveProgress(db, id, runId, { status: 'FAILED', reason: brokeOff });
}

/** Fails videos whose worker died, and starts those that waited for ffmpeg, every 5 minutes. */
export const resumeVideos = defineJob({
  name: 'resume-videos',
  ids: z.object({}),
  cron: '*/5 * * * *',
  timeout: 60,
  async run(context) {
    const { db } = context;
    await failDead(context);
    if (!(await hasPrograms())) return;
    await db.transaction().execute(async (tx) => {
      for (const videoId of await releaseWaiting(tx, noProgramsReason)) await enqueue(tx, videoJob, { videoId });
    });
  },
});
