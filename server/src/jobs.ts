/** Every job that there is; an area's come from its jobs.ts. */
import type { JobName } from '#contract/jobs.ts';
import { housekeeping } from '#platform/housekeeping.ts';
import type { Job } from '#platform/jobs/job.ts';
import { sendMail } from '#shared/mail/send-mail.ts';

const byName = { housekeeping, 'send-mail': sendMail } satisfies Record<JobName, unknown>;

export const jobs = Object.values(byName) as readonly Job[];
