/** List of all jobs; each area defines its own in jobs.ts. */
import type { JobName } from '#contract/jobs/endpoints.ts';
import { housekeeping } from '#platform/housekeeping.ts';
import type { Job } from '#platform/jobs/job.ts';
import { removeFile } from '#platform/storage/remove-file.ts';
import { checkPaidAccess } from './areas/access/jobs.ts';
import { processVideo, resumeVideos } from './services/video/jobs.ts';
import { sendMail } from '#shared/mail/send-mail.ts';
import { makeCertificates } from './areas/certificate/jobs.ts';
import { calendarEvent } from './areas/course/calendar/jobs.ts';
import { runBatch } from './services/batch/jobs.ts';
import { batchKinds } from './batches.ts';
import { removeLeftProducts } from './areas/discount/jobs.ts';
import { expireOrders, updateSalesJob } from './areas/order/jobs.ts';
import { sendInvitation } from './areas/course/calendar/send-invitation.ts';

const byName = {
  housekeeping,
  'send-mail': sendMail,
  'process-video': processVideo,
  'resume-videos': resumeVideos,
  'calendar-event': calendarEvent,
  'send-invitation': sendInvitation,
  'expire-orders': expireOrders,
  'keep-sales': updateSalesJob,
  'make-certificates': makeCertificates,
  'remove-left-products': removeLeftProducts,
  'remove-file': removeFile,
  'run-batch': runBatch(batchKinds),
  'check-access': checkPaidAccess,
} satisfies Record<JobName, unknown>;

export const jobs = Object.values(byName) as readonly Job[];
