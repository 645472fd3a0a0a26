/** Saved views: a list's filters, columns and sort under a name, one's own or shared with the team (ours). */
import { z } from 'zod';
import { endpoint } from './kernel.ts';
import { field } from './draft.ts';
import { byIdOf, idOf, name, text, version } from './fields.ts';

/** The lists that have views, by their address in the admin app (domain.md, Routes). */
export const viewedLists = [
  '/course/flexy',
  '/course/fast-track',
  '/discount',
  '/jobs',
  '/order',
  '/order/tracking',
  '/submission',
  '/user',
] as const;
export type ViewedList = (typeof viewedLists)[number];
const list = z.enum(viewedLists, 'This list has no views');

/** So many views of a list a person may have, and so many the team. */
export const mostViews = 30;

export const viewDraft = z.object({
  name: field(name(1, 60), { label: 'Name' }),
  isShared: field(z.boolean(), {
    label: 'Share with the team',
    hint: 'Everybody who may open this list sees it; you and admins can change it.',
  }),
});

/** As after the question mark of the list's address; what the list does not know of it counts as not there. */
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

/** Its owner may change it, and admins what is shared. A private one is nobody else's to see. */
export const mayChangeView = (
  { ownerId, isShared }: Pick<SavedView, 'ownerId' | 'isShared'>,
  who: { userId: string; role: string },
): boolean => ownerId === who.userId || (isShared && (who.role === 'admin' || who.role === 'superadmin'));

const all = { area: 'saved-view', roles: 'staff' } as const;
const one = { ...all, url: '/admin/saved-view/:id', params: byIdOf('saved-view'), versioned: true } as const;
const saved = z.object({ viewId: idOf('saved-view'), version });

/** One's own, and those that are shared of a list that one may open; in the order that they were made in. */
export const listSavedViews = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/saved-view',
  query: z.object({ list }),
  reply: z.object({ views: z.array(view) }),
});

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

/** What is left out stays as it is: who renames a view changes nothing else that it is. */
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

/** Takes a deletion back: as it was, with its id and its owner. */
export const restoreSavedView = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/saved-view/:id/restore/',
  params: byIdOf('saved-view'),
  reply: saved,
  messages: { ok: 'View restored', fail: 'The view was not restored' },
});
