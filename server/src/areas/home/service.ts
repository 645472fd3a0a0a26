/** Blocks of the start page: each is visible to the roles of its list. */
import { giveAccess, removeAccess } from '#contract/access/endpoints.ts';
import { getSchedule } from '#contract/course/calendar/endpoints.ts';
import { listCourses } from '#contract/course/endpoints.ts';
import type { getCounts } from '#contract/home/counts.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { type getHome, maxFailedJobs, maxWaiting } from '#contract/home/endpoints.ts';
import { listJobs } from '#contract/jobs/endpoints.ts';
import { type Endpoint, type Reply, type Role, type Tenant, mayCall } from '#contract/kernel/endpoint.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { listSubmissions } from '#contract/submission/endpoints.ts';
import { getVideo } from '#contract/video/endpoints.ts';
import { vouchers } from '#contract/voucher/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import type { JobStore } from '#platform/jobs/store.ts';
import { countsOf } from './counts.ts';
import { draftsOfCourses, draftsOfPaths } from './drafts.ts';
import { classesToday, failedVideos, submissionsToReview } from './learning.ts';
import { accessGaps, endingDiscounts, endingVouchers, unpaidOrders } from './selling.ts';

type Home = Reply<typeof getHome>;

interface Context {
  db: Db;
  tenant: Tenant;
  jobs: JobStore;
  now: Date;
}

async function failedJobs({ jobs, tenant }: Context): Promise<Home['failedJobs']> {
  const failed = await jobs.list(tenant, { states: ['failed'] }, maxFailedJobs + 1, 0);
  const isTotalCapped = failed.length > maxFailedJobs;
  const items = failed.slice(0, maxWaiting).map(({ id, name, error, createdAt }) => ({
    jobId: id,
    name,
    error,
    createdAt,
  }));
  return { total: Math.min(failed.length, maxFailedJobs), ...(isTotalCapped && { isTotalCapped }), items };
}

type Blocks = {
  [Key in keyof Required<Home>]: { opens: Pick<Endpoint, 'roles'>; find: (context: Context) => Promise<Home[Key]> };
};

/** Endpoint whose roles see each block, which is what they do about it, and the block's query. */
const blocks: Blocks = {
  classes: { opens: getSchedule, find: ({ db, now }) => classesToday(db, now) },
  submissions: { opens: listSubmissions, find: ({ db }) => submissionsToReview(db) },
  unpaidOrders: { opens: listOrders, find: ({ db, now }) => unpaidOrders(db, now) },
  paidNoAccess: { opens: giveAccess, find: ({ db }) => accessGaps(db, 'paid-no-access') },
  accessUnpaid: { opens: removeAccess, find: ({ db }) => accessGaps(db, 'access-unpaid') },
  failedVideos: { opens: getVideo, find: ({ db, now }) => failedVideos(db, now) },
  failedJobs: { opens: listJobs, find: failedJobs },
  discounts: { opens: discounts.list, find: ({ db, now }) => endingDiscounts(db, now) },
  vouchers: { opens: vouchers.list, find: ({ db, now }) => endingVouchers(db, now) },
  flexyDrafts: { opens: listCourses, find: ({ db }) => draftsOfCourses(db, 'flexy') },
  fastTrackDrafts: { opens: listCourses, find: ({ db }) => draftsOfCourses(db, 'fast-track') },
  pathDrafts: { opens: learningPaths.list, find: ({ db }) => draftsOfPaths(db) },
};

/** Blocks that a role may see. */
export async function readHome(role: Role, context: Context): Promise<Home> {
  const entries = await Promise.all(
    Object.entries(blocks).flatMap(([key, { opens, find }]) =>
      mayCall(opens, role) ? [find(context).then((block) => [key, block] as const)] : [],
    ),
  );
  return Object.fromEntries(entries) as Home;
}

/** Counts of the navigation for a role. */
export async function readCounts(role: Role, context: Context): Promise<Reply<typeof getCounts>> {
  const home = await readHome(role, context);
  const waiting = Object.values<{ total: number } | undefined>(home).reduce(
    (sum, block) => sum + (block?.total ?? 0),
    0,
  );
  return { counts: await countsOf(context.db, role, { now: context.now, waiting }) };
}
