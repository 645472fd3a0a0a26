/** Saved views: a list's filters, columns and sort under a name, private or shared with the team (ours). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { field } from './draft.ts';
import { byIdOf, idOf, name, text, version } from './fields.ts';

/** Lists with saved views, by their route in the admin app (domain.md, Routes). */
export const viewedLists = [
  '/campaign',
  '/certificate',
  '/course/flexy',
  '/course/fast-track',
  '/discount',
  '/jobs',
  '/learning-path',
  '/order',
  '/order/access',
  '/order/tracking',
  '/product',
  '/submission',
  '/subscription',
  '/subscription/plan',
  '/user',
  '/voucher',
] as const;
export type ViewedList = (typeof viewedLists)[number];
const list = z.enum(viewedLists, 'This list has no views');

/** Upper limit of views per list: of a user's own, and of shared ones. */
export const maxViews = 30;

export const viewDraft = z.object({
  name: field(name(1, 60), { label: 'Name' }),
  isShared: field(z.boolean(), {
    label: 'Share with the team',
    hint: 'On: everybody who may open this list sees it; you and admins can change it.',
  }),
});

/** Query string of the list's route, without `?`; the list ignores unknown parameters. */
const query = text(2000);

const view = z.object({
  viewId: idOf('saved-view'),
  name: z.string(),
  isShared: z.boolean(),
  query: z.string(),
  ownerId: idOf('user'),
  ownerName: z.string(),
  version,
});
export type SavedView = z.infer<typeof view>;

/**
 * Whether a user may change a view: its owner, and admins if it is shared. Private views are visible only to their
 * owner.
 */
export const mayChangeView = (
  { ownerId, isShared }: Pick<SavedView, 'ownerId' | 'isShared'>,
  who: { userId: string; role: string },
): boolean => ownerId === who.userId || (isShared && (who.role === 'admin' || who.role === 'superadmin'));

const all = { area: 'saved-view', roles: 'staff' } as const;
const one = { ...all, url: '/admin/saved-view/:id', params: byIdOf('saved-view'), versioned: true } as const;
const saved = z.object({ viewId: idOf('saved-view'), version });

/** Lists the user's own views, and shared views of a list the user may open; by creation time. */
export const listSavedViews = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/saved-view',
  query: z.object({ list }),
  reply: z.object({ views: z.array(view) }),
});

/** Saves the query string of a list as a view of the caller. */
export const createSavedView = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/saved-view/',
  success: 201,
  creates: true,
  body: viewDraft.extend({ list, query }),
  reply: saved,
  messages: { ok: 'View saved', fail: 'The view was not saved' },
});

/** Updates a view; omitted fields stay unchanged. */
export const updateSavedView = endpoint({
  ...one,
  method: 'PUT',
  body: viewDraft.extend({ query }).partial(),
  reply: saved,
  messages: { ok: 'View saved', fail: 'The view was not saved' },
});

export const deleteSavedView = endpoint({
  ...one,
  method: 'DELETE',
  reply: z.object({ viewId: idOf('saved-view') }),
  messages: { ok: 'View deleted', fail: 'The view was not deleted' },
});

/** Lists the views that the caller has pinned to the navigation, of lists that the caller may open; by creation time. */
export const listPinnedViews = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/saved-view/pin/',
  reply: z.object({ views: z.array(view.pick({ viewId: true, name: true, query: true }).extend({ list })) }),
});

/** Pins a view that the caller may open to their navigation, or unpins it. Deleting the view unpins it for all. */
export const pinSavedView = endpoint({
  ...all,
  method: 'PUT',
  url: '/admin/saved-view/:id/pin/',
  params: byIdOf('saved-view'),
  body: z.object({ isPinned: z.boolean() }),
  reply: z.object({ viewId: idOf('saved-view') }),
  messages: { fail: 'The pin was not changed' },
});

/** Undoes a deletion, with the same id and owner. */
export const restoreSavedView = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/saved-view/:id/restore/',
  params: byIdOf('saved-view'),
  reply: saved,
  messages: { ok: 'View restored', fail: 'The view was not restored' },
});
