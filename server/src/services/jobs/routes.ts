/** HTTP endpoints of the jobs page. */
import type { FastifyInstance } from 'fastify';
import { type JobState, listJobs, retryFailedJobs, retryJob } from '#contract/jobs/endpoints.ts';
import { conflict, notFound } from '#platform/errors.ts';
import { serve } from '#platform/http/serve.ts';
import { pageOfJobs } from './service.ts';

const whyNot: Record<Exclude<JobState, 'failed'>, string> = {
  waiting: 'This job is about to be tried already',
  running: 'This job is running right now',
  done: 'This job is done already',
};

export function jobRoutes(app: FastifyInstance): void {
  const { jobs } = app.deps;
  serve(app, listJobs, ({ query, db, tenant }) => pageOfJobs(jobs, db, tenant, query));
  serve(app, retryJob, async ({ params, tenant }) => {
    const state = await jobs.retry(tenant, params.id);
    if (!state) throw notFound('job');
    if (state !== 'failed') throw conflict(whyNot[state]);
    return { jobId: params.id };
  });
  serve(app, retryFailedJobs, async ({ body, tenant }) => ({ changed: await jobs.retryAll(tenant, body.name) }));
}
