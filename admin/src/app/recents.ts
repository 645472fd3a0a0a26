/** What this person opened last, for the palette: kept in the browser until they sign out. */
import { onSessionEnd, subject } from '#kit/api/session.ts';

export interface Recent {
  to: string;
  name: string;
  /** The list it is of. */
  hint: string;
}

const key = 'recents';
const most = 5;

onSessionEnd((reason) => {
  if (reason === 'asked' || reason === 'replaced') localStorage.removeItem(key);
});

const isRecent = (item: unknown): item is Recent => {
  const { to, name, hint } = (item ?? {}) as Partial<Record<keyof Recent, unknown>>;
  return typeof to === 'string' && to.startsWith('/') && typeof name === 'string' && typeof hint === 'string';
};

/** The last opened first; none where the browser's copy is somebody else's, or no list of ours. */
export function recents(): Recent[] {
  try {
    const { owner, items } = JSON.parse(localStorage.getItem(key) ?? '{}') as { owner?: string; items?: unknown };
    return owner === subject() && Array.isArray(items) ? items.filter(isRecent).slice(0, most) : [];
  } catch {
    return [];
  }
}

export function remember(recent: Recent): void {
  const items = [recent, ...recents().filter(({ to }) => to !== recent.to)].slice(0, most);
  localStorage.setItem(key, JSON.stringify({ owner: subject(), items }));
}
