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

/** The last opened first; none where the browser's copy is somebody else's, or no list of ours. */
export function recents(): Recent[] {
  try {
    const { owner, items } = JSON.parse(localStorage.getItem(key) ?? '{}') as { owner?: string; items?: Recent[] };
    return owner === subject() && Array.isArray(items) ? items : [];
  } catch {
    return [];
  }
}

export function remember(recent: Recent): void {
  const items = [recent, ...recents().filter(({ to }) => to !== recent.to)].slice(0, most);
  localStorage.setItem(key, JSON.stringify({ owner: subject(), items }));
}
