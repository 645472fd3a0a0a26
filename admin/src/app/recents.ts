/** Records that the user opened last, for the command palette; stored in the browser until they sign out. */
import { onSessionEnd, subject } from '#kit/api/session.ts';

export interface Recent {
  to: string;
  name: string;
  /** Label of the record's list. */
  hint: string;
}

const key = 'recents';
const maxRecents = 5;

onSessionEnd((reason) => {
  if (reason === 'asked' || reason === 'replaced') localStorage.removeItem(key);
});

const isRecent = (item: unknown): item is Recent => {
  const { to, name, hint } = (item ?? {}) as Partial<Record<keyof Recent, unknown>>;
  return typeof to === 'string' && to.startsWith('/') && typeof name === 'string' && typeof hint === 'string';
};

/** Recent records, newest first; empty if the stored ones belong to another user or are invalid. */
export function recents(): Recent[] {
  try {
    const { owner, items } = JSON.parse(localStorage.getItem(key) ?? '{}') as { owner?: string; items?: unknown };
    return owner === subject() && Array.isArray(items) ? items.filter(isRecent).slice(0, maxRecents) : [];
  } catch {
    return [];
  }
}

export function remember(recent: Recent): void {
  const items = [recent, ...recents().filter(({ to }) => to !== recent.to)].slice(0, maxRecents);
  localStorage.setItem(key, JSON.stringify({ owner: subject(), items }));
}
