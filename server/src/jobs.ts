/** List of all jobs: the platform's, and those of every area. */
import { housekeeping } from '#platform/housekeeping.ts';
import type { Job } from '#platform/jobs/job.ts';
import { sealTrailJob } from '#platform/trail/job.ts';
import { removeFile } from '#platform/storage/sweep.ts';
import { sendAccountMail } from '#shared/mail/account-mail.ts';
import { sendMail } from '#shared/mail/send-mail.ts';
import { areas } from './areas.ts';

export const jobs: readonly Job[] = [
  housekeeping,
  sealTrailJob,
  removeFile,
  sendAccountMail,
  sendMail,
  ...areas.flatMap((area) => area.jobs ?? []),
];
