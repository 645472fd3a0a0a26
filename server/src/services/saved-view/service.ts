/** Rules of saved views (docs/decisions/0023): ownership, visibility, permission to change, and limits. */
import { listAccessGaps } from '#contract/access/endpoints.ts';
import { campaigns } from '#contract/campaign/endpoints.ts';
import { listCertificateCourses } from '#contract/certificate/endpoints.ts';
import { listCourses } from '#contract/course/endpoints.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { listJobs } from '#contract/jobs/endpoints.ts';
import { type Endpoint, type ValidatedInput, mayCall } from '#contract/kernel/endpoint.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { getTrackingAccess } from '#contract/order-tracking/endpoints.ts';
import {
  type ViewedList,
  type createSavedView,
  mayChangeView,
  maxViews,
  type updateSavedView,
  viewedLists,
} from '#contract/kernel/saved-view.ts';
import { listSubmissions } from '#contract/submission/endpoints.ts';
import { products } from '#contract/product/endpoints.ts';
import { listSubscribers } from '#contract/subscription/endpoints.ts';
import { plans } from '#contract/subscription/plans.ts';
import { listUsers } from '#contract/user/endpoints.ts';
import { vouchers } from '#contract/voucher/endpoints.ts';
import { deleteRecord, insertRecord, lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, conflict, notFound } from '#platform/errors.ts';
import {
  type View,
  countViews,
  deletePin,
  findDeleted,
  findPinned,
  findView,
  findViews,
  insertPin,
  lockViews,
  reinsertView,
} from './queries.ts';

interface Work {
  db: Db;
  caller: { userId: string; role: string };
}

/** Endpoint behind each list: its roles may open the list. */
const opens: Record<ViewedList, Pick<Endpoint, 'roles'>> = {
  '/campaign': campaigns.list,
  '/certificate': listCertificateCourses,
  '/course/flexy': listCourses,
  '/course/fast-track': listCourses,
  '/discount': discounts.list,
  '/jobs': listJobs,
  '/learning-path': learningPaths.list,
  '/order': listOrders,
  '/order/access': listAccessGaps,
  '/order/tracking': getTrackingAccess,
  '/product': products.list,
  '/submission': listSubmissions,
  '/subscription': listSubscribers,
  '/subscription/plan': plans.list,
  '/user': listUsers,
  '/voucher': vouchers.list,
};

/** The caller's own views of a list, and the shared ones if the role may open the list. */
export const viewsOf = ({ db, caller }: Work, list: ViewedList) =>
  findViews(db, list, caller.userId, mayCall(opens[list], caller.role));

/** The caller's pinned views, of lists that the role may open. */
export const pinnedViews = ({ db, caller }: Work) =>
  findPinned(
    db,
    viewedLists.filter((list) => mayCall(opens[list], caller.role)),
    caller.userId,
  );

const isVisible = ({ list, ownerId, isShared }: View, { userId, role }: Work['caller']): boolean =>
  ownerId === userId || (isShared && mayCall(opens[list], role));

/** Pins a view for the caller, or unpins it; 404 if they may not see it. */
export async function pinView({ db, caller }: Work, viewId: string, isPinned: boolean) {
  await lockForUpdate(db, 'savedView', viewId, null);
  const view = await findView(db, viewId);
  if (!view || !isVisible(view, caller)) throw notFound('saved view');
  await (isPinned ? insertPin : deletePin)(db, viewId, caller.userId);
  return { viewId };
}

/** 409 when the limit is exceeded. Call after the insert or update, with the list's views locked. */
async function refuseTooMany(db: Db, { list, ownerId, isShared }: Pick<View, 'list' | 'ownerId' | 'isShared'>) {
  const { own, shared } = await countViews(db, list, ownerId);
  if (own > maxViews) throw conflict(`A list has at most ${maxViews} views of one person: delete one first`);
  if (isShared && shared > maxViews)
    throw conflict(
      `The team has ${maxViews} views of this list: delete one first, or keep this one private`,
      'isShared',
    );
}

/** Creates a view of the caller; 409 above the limit of own or shared views. */
export async function addView({ db, caller }: Work, view: ValidatedInput<typeof createSavedView>['body']) {
  const ownerId = caller.userId;
  await lockViews(db, view.list);
  const viewId = await insertRecord(db, 'savedView', { ...view, userId: ownerId });
  await refuseTooMany(db, { ...view, ownerId });
  return { viewId, version: 1 };
}

/** Locks a view that the caller may change: 404 if they may not see it, 403 if they may not change it. */
async function lockOwn({ db, caller }: Work, id: string, ifMatch: number | null): Promise<View> {
  // Ownership is read under the lock. The version is compared last, so that a 412 reveals nothing about hidden views.
  await lockForUpdate(db, 'savedView', id, null);
  const view = await findView(db, id);
  if (!view || !(view.isShared || view.ownerId === caller.userId)) throw notFound('saved view');
  if (!mayChangeView(view, caller)) throw new HttpError(403, `Only ${view.ownerName} and admins may change this view`);
  await lockForUpdate(db, 'savedView', id, ifMatch);
  return view;
}

/** Changes a view of the caller, or a shared one as an admin; 409 if sharing it exceeds the limit. */
export async function changeView(
  work: Work,
  viewId: string,
  change: ValidatedInput<typeof updateSavedView>['body'],
  ifMatch: number | null,
) {
  const { db } = work;
  const before = await lockOwn(work, viewId, ifMatch);
  const { name, isShared, query } = { ...before, ...change };
  const isNewlyShared = isShared && !before.isShared;
  if (isNewlyShared) await lockViews(db, before.list);
  const saved = await updateRecord(db, 'savedView', viewId, { name, isShared, query });
  if (isNewlyShared) await refuseTooMany(db, { ...before, isShared });
  return { viewId, ...saved };
}

/** Deletes a view of the caller, or a shared one if the caller is an admin. */
export async function removeView(work: Work, viewId: string, ifMatch: number | null) {
  await lockOwn(work, viewId, ifMatch);
  await deleteRecord(work.db, 'savedView', viewId);
  return { viewId };
}

/** Restores a deleted view, for callers that may change it; an existing view is left unchanged. */
export async function restoreView({ db, caller }: Work, viewId: string) {
  const present = await findView(db, viewId);
  const view = present ?? (await findDeleted(db, viewId));
  if (!view || !mayChangeView(view, caller)) throw notFound('saved view');
  if (!present) {
    await lockViews(db, view.list);
    await reinsertView(db, viewId, view);
    await refuseTooMany(db, view);
  }
  return { viewId, version: view.version };
}
