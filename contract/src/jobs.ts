/** Work that goes on behind the requests, and the page where people see what became of it (ours). */
import { z } from 'zod';
import { endpoint } from './kernel.ts';
import { byIdOf, idOf, listQuery, listReply, orBlank } from './fields.ts';
import { fixedSize } from './page-size.ts';

/** Each job, and what people call it. */
export const jobNames = {
  'send-mail': 'E-mail',
  'process-video': 'Video',
  'resume-videos': 'Waiting videos',
  'calendar-event': 'Calendar event',
  'send-invitation': 'Invitation',
  'expire-orders': 'Overdue orders',
  'make-certificates': 'Certificates',
  'remove-left-products': 'Discount changes',
  housekeeping: 'Housekeeping',
} as const;
export type JobName = keyof typeof jobNames;

export const jobStates = ['waiting', 'running', 'failed', 'done'] as const;
export type JobState = (typeof jobStates)[number];

/** What the page shows at once: first what somebody may have to look after. */
export const jobViews = {
  unfinished: ['waiting', 'running', 'failed'],
  waiting: ['waiting'],
  running: ['running'],
  failed: ['failed'],
  done: ['done'],
  all: jobStates,
} as const satisfies Record<string, readonly JobState[]>;
export type JobView = keyof typeof jobViews;
const views = Object.keys(jobViews) as [JobView, ...JobView[]];

/** Superadmin alone, who is admitted everywhere. */
const roles = [] as const;
const name = z.enum(Object.keys(jobNames) as [JobName, ...JobName[]], 'There is no such job');
const state = z
  .union([z.enum(views, 'There is no such state'), z.literal('').transform((): JobView => 'unfinished')])
  .default('unfinished');
const counts = z.object({ waiting: z.int(), running: z.int(), failed: z.int(), done: z.int() });

const jobRow = z.object({
  jobId: idOf('job'),
  /** A job of another version of this program may have a name that this one does not know. */
  name: z.string(),
  state: z.enum(jobStates),
  /** What it works on: ids, and words such as the template of a mail. */
  ids: z.record(z.string(), z.string()),
  attempts: z.int(),
  /** Why it failed, or failed last time while it waits to be tried again. */
  error: z.string().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  nextAt: z.string().nullable(),
});

/**
 * Newest first; this brand's alone; without a state what is not done. `counts` are of all states, whatever the filter says; `waitingSince` is the oldest
 * work that no process has taken yet, when that is more than a minute old: then none is working.
 */
export const listJobs = endpoint({
  area: 'jobs',
  // What is put into calendars, and a video that is tried again, are jobs.
  embeds: ['course', 'video', 'certificate'],
  method: 'GET',
  url: '/admin/jobs',
  roles,
  query: listQuery({ state, name: orBlank(name) }, fixedSize(20)),
  reply: listReply('jobs', jobRow).extend({ counts, waitingSince: z.string().nullable() }),
});

export const retryJob = endpoint({
  area: 'jobs',
  method: 'POST',
  url: '/admin/jobs/:id/retry/',
  roles,
  params: byIdOf('job'),
  reply: z.object({ jobId: idOf('job') }),
  messages: { ok: 'The job is tried again', fail: 'The job was not tried again' },
});

/** Every failed job of a name, or of all (null). */
export const retryFailedJobs = endpoint({
  area: 'jobs',
  method: 'POST',
  url: '/admin/jobs/retry/',
  roles,
  body: z.object({ name: name.nullable() }),
  reply: z.object({ changed: z.int() }),
  messages: { ok: 'Failed jobs tried again: {changed}', fail: 'The failed jobs were not tried again' },
});
