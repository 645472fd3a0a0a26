/** Background jobs, and the page that shows their state (ours). */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, idOf, listQuery, listReply, orBlank } from '../kernel/fields.ts';
import { fixedSize } from '../kernel/page-size.ts';

/** Display names of jobs. */
export const jobNames = {
  'send-mail': 'E-mail',
  'send-account-mail': 'E-mail about an account',
  'send-place-mail': 'E-mail about a moved place',
  'process-video': 'Video',
  'resume-videos': 'Waiting videos',
  'calendar-event': 'Calendar event',
  'send-invitation': 'Invitation',
  'expire-orders': 'Overdue orders',
  'settle-payment': 'Payment',
  'check-payments': 'Open payment links',
  'check-differences': 'Differences of payments',
  'refund-at-gateway': 'Refund',
  'check-refunds': 'Open refunds',
  'fetch-payouts': 'Payouts of Xendit',
  'check-payouts': 'Payouts of the night',
  'keep-sales': 'Sales by day',
  'make-certificates': 'Certificates',
  'issue-papers': 'Invoices and receipts',
  'issue-missing-invoices': 'Missing invoices',
  'send-paper': 'Invoice or receipt by e-mail',
  'send-company-mail': 'Codes or reminder to a company',
  'send-offer': 'Offer of a place',
  'move-waiting-lists': 'Waiting lists',
  'count-ready': 'Ready for a certificate',
  'find-at-risk': 'Members at risk',
  'send-learning-mail': 'E-mail to a member at risk',
  'send-broadcast': 'Broadcast',
  'send-broadcast-mail': 'E-mail of a broadcast',
  'continue-broadcasts': 'Waiting broadcasts',
  'sync-whatsapp-templates': 'Templates of WhatsApp',
  'remove-left-products': 'Discount changes',
  'remove-file': 'Withdrawn file',
  'run-batch': 'Bulk change',
  'deliver-webhooks': 'Webhooks',
  'check-access': 'Paid and access',
  'find-duplicates': 'Duplicate accounts',
  'make-dossier': 'Dossier',
  'remove-dossiers': 'Old dossiers',
  'erase-person': 'Erasure',
  'seal-trail': 'Seal of the trail',
  housekeeping: 'Housekeeping',
} as const;
export type JobName = keyof typeof jobNames;

export const jobStates = ['waiting', 'running', 'failed', 'done'] as const;
export type JobState = (typeof jobStates)[number];

/** Filters of the page by state; the default comes first. */
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

/** Superadmin only; superadmin is admitted to every call. */
const roles = [] as const;
const name = z.enum(Object.keys(jobNames) as [JobName, ...JobName[]], 'There is no such job');
const state = z
  .union([z.enum(views, 'There is no such state'), z.literal('').transform((): JobView => 'unfinished')])
  .default('unfinished');
const counts = z.object({ waiting: z.int(), running: z.int(), failed: z.int(), done: z.int() });

const jobRow = z.object({
  jobId: idOf('job'),
  /** Free text: a job of another program version may have a name unknown to this one. */
  name: z.string(),
  state: z.enum(jobStates),
  /** Ids of the records it works on, and words such as a mail's template. */
  ids: z.record(z.string(), z.string()),
  attempts: z.int(),
  /** Error of the last attempt. */
  error: z.string().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  nextAt: z.string().nullable(),
  /** Records that a running job still has to work off, if it reports them. */
  left: z.int().nullable(),
});

/**
 * Lists this tenant's jobs, newest first; without a state, the unfinished ones. `counts` ignores the filter.
 * `waitingSince`: creation time of the oldest job that no worker has taken yet, if that is over a minute ago, which means
 * that none is running; otherwise null.
 */
export const listJobs = endpoint({
  area: 'jobs',
  method: 'GET',
  url: '/admin/jobs',
  roles,
  query: listQuery({ state, name: orBlank(name) }, fixedSize(20)).omit({ search: true }),
  reply: listReply('jobs', jobRow).extend({ counts, waitingSince: z.string().nullable() }),
});

/** Runs a failed job again; 409 if it has not failed. */
export const retryJob = endpoint({
  area: 'jobs',
  method: 'POST',
  url: '/admin/jobs/:id/retry/',
  roles,
  params: byIdOf('job'),
  reply: z.object({ jobId: idOf('job') }),
  messages: { ok: 'The job is tried again', fail: 'The job was not tried again' },
});

/** Retries all failed jobs of a name, or of any name (null). */
export const retryFailedJobs = endpoint({
  area: 'jobs',
  method: 'POST',
  url: '/admin/jobs/retry/',
  roles,
  body: z.object({ name: name.nullable() }),
  reply: z.object({ changed: z.int() }),
  messages: { ok: 'Failed jobs tried again: {changed}', fail: 'The failed jobs were not tried again' },
});
