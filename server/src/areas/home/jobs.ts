/** Failed jobs that wait; one about a video that is listed itself is left out. */
import { maxFailedJobs } from '#contract/home/endpoints.ts';
import { listJobs } from '#contract/jobs/endpoints.ts';
import { shortSource } from '#shared/waiting.ts';
import { listedVideos } from './learning.ts';

export const failedJobs = shortSource({
  kind: 'failed-job',
  opens: listJobs,
  find: async ({ db, jobs, tenant }) => {
    const failed = await jobs.list(tenant, { states: ['failed'] }, maxFailedJobs + 1, 0);
    const isTotalCapped = failed.length > maxFailedJobs;
    const videos = await listedVideos(
      db,
      failed.flatMap(({ ids }) => ids['videoId'] ?? []),
    );
    const items = failed
      .slice(0, maxFailedJobs)
      .filter(({ ids }) => !videos.has(ids['videoId'] ?? ''))
      .toReversed()
      .map(({ id, name, error: reason, createdAt: at }) => ({
        id,
        name,
        about: '',
        reason,
        amount: null,
        at,
        record: { kind: 'job' as const, id },
      }));
    return { total: items.length, ...(isTotalCapped && { isTotalCapped }), items };
  },
});
