/** Rules of users and of their courses (spec §3, §5, §7; domain.md, User and Course). */
import { assignments } from '#contract/assignment/table.ts';
import { listAudit } from '#contract/kernel/audit.ts';
import { type Reply, mayCall } from '#contract/kernel/endpoint.ts';
import type { Progress } from '#contract/kernel/progress.ts';
import type { getUserProfile } from '#contract/user/endpoints.ts';
import type { getUserOverview } from '#contract/user/overview.ts';
import { maxOverviewItems } from '#contract/user/overview.ts';
import type { Db } from '#platform/database/database.ts';
import type { Page } from '#platform/list.ts';
import type { LinkRules } from '#shared/assignment/link.ts';
import { itemsOf } from '#shared/assignment/list.ts';
import { findPlaces, fits, fullMessage } from '#shared/course-places.ts';
import { progressOf } from '#shared/progress.ts';
import * as overview from './overview-queries.ts';
import { findProfile, findUserSubscription } from './queries.ts';
import { type TimelineQuery, findTimeline } from './timeline-queries.ts';
import { entryOf } from './timeline-words.ts';

type ProfileCourse = Reply<typeof getUserProfile>['courses']['course'][number];
type Overview = Reply<typeof getUserOverview>;

export const userCourses: LinkRules = {
  conflicts: async (db, userId, courseIds) => {
    const full = (await findPlaces(db, courseIds)).filter((places) => !fits(places, userId));
    return full.map((places) => ({ itemId: places.id, message: fullMessage(places) }));
  },
  details: async (db, userId, courseIds) => {
    const figures = await progressOf(db, courseIds, [userId]);
    return new Map(figures.map(({ courseId, userId: _, ...progress }) => [courseId, { progress }]));
  },
};

const readAssigned = itemsOf<ProfileCourse>(assignments.userCourses, {});
const readCourses = itemsOf<ProfileCourse & { progress: Progress }>(assignments.userCourses, userCourses);
const readPaths = itemsOf<Overview['paths']['items'][number]>(assignments.userPaths, {});

/** Page of a user's courses, latest first. */
const assignedCourses = (db: Db, userId: string, page: Page) =>
  readAssigned(db, userId, { ...page, search: '', isAssigned: true });

/** Profile (spec §3) with the first page of courses. */
export async function userProfile(db: Db, id: string) {
  const profile = await findProfile(db, id);
  const pageSize = assignments.userCourses.size();
  const { rows, head } = await assignedCourses(db, id, { page: 1, pageSize });
  return { ...profile, courses: { ...head, course: rows } };
}

/** Subscription of a user, or null; 404 if the tenant has no such user. */
export async function userSubscription(db: Db, id: string) {
  await findProfile(db, id);
  return { subscription: (await findUserSubscription(db, id)) ?? null };
}

const firstItems = { page: 1, pageSize: maxOverviewItems, search: '', isAssigned: true };

/** Overview of a user; 404 if the tenant has no such user. `hasTracking`: the tracking documents are in this database. */
export async function userOverview(db: Db, id: string, hasTracking: boolean): Promise<Overview> {
  const [courses, paths, subscription, orders, missing, submissions, certificates, nextClass, desk, trackedUnpaid] =
    await Promise.all([
      readCourses(db, id, firstItems),
      readPaths(db, id, firstItems),
      findUserSubscription(db, id),
      overview.findOrders(db, id),
      overview.findMissingAccess(db, id),
      overview.findSubmissions(db, id),
      overview.findCertificates(db, id),
      overview.findNextClass(db, id),
      overview.findDeskWork(db, id),
      hasTracking ? overview.countTrackedUnpaid(db, id) : null,
      findProfile(db, id),
    ]);
  return {
    orders,
    trackedUnpaid,
    missing,
    courses: { total: courses.head.totalItems, items: courses.rows },
    paths: { total: paths.head.totalItems, items: paths.rows },
    subscription: subscription ?? null,
    submissions,
    certificates,
    nextClass: nextClass ?? null,
    desk: desk ?? null,
  };
}

/** Page of what `role` may read of a user's timeline; 404 if the tenant has no such user. */
export async function userTimeline(db: Db, id: string, query: Omit<TimelineQuery, 'hasAccount'>, role: string) {
  const hasAccount = mayCall(listAudit, role);
  const [{ head, rows }] = await Promise.all([findTimeline(db, id, { ...query, hasAccount }), findProfile(db, id)]);
  return { ...head, entries: rows.map((row) => entryOf(row, id, role)) };
}
