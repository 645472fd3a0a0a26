/** Owner and actions of a saved view. */
import { mayChangeView, type SavedView } from '#contract/kernel/saved-view.ts';
import { role, subject } from '../api/session.ts';

export const mayChange = (view: SavedView): boolean => mayChangeView(view, { userId: subject(), role: role() ?? '' });

export function ownershipOf({ ownerId, ownerName, isShared }: SavedView): string {
  if (!isShared) return 'Only you see this view';
  return ownerId === subject() ? 'Yours, shared with the team' : `Shared by ${ownerName}`;
}

export interface ViewActions {
  view: SavedView;
  /** Absent: no changes. */
  discard: (() => void) | undefined;
  copy: () => void;
  rename: () => void;
  remove: () => void;
}
