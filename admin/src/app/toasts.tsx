/** Toasts, top right. Their code arrives with the first one: the sign-in page does not pay for it. */
import { lazy, Suspense, useSyncExternalStore } from 'react';

export type Tone = 'success' | 'warning' | 'error';

const looks = {
  success: { color: 'green', autoClose: 4000 },
  warning: { color: 'yellow', autoClose: 6000 },
  error: { color: 'red', autoClose: 8000 },
} as const;

let isWanted = false;
const listeners = new Set<() => void>();
const Notifications = lazy(async () => ({ default: (await import('./notifications.ts')).Notifications }));

/** Shows a sentence, and below it the reason if there is one; the same sentence twice is shown once. */
export async function toast(tone: Tone, text: string, reason?: string): Promise<void> {
  isWanted = true;
  for (const listener of listeners) listener();
  const { notifications } = await import('./notifications.ts');
  const shown = { id: text, title: reason && text, message: reason ?? text, ...looks[tone] };
  // Repeating a sentence that is still there starts its time again.
  notifications.update(shown);
  notifications.show(shown);
}

/** A new attempt takes the failures of the last one away. */
export async function clearFailures(): Promise<void> {
  if (!isWanted) return;
  const { notifications, notificationsStore } = await import('./notifications.ts');
  notifications.updateState(notificationsStore, (shown) => shown.filter(({ color }) => color !== looks.error.color));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts() {
  const wanted = useSyncExternalStore(subscribe, () => isWanted);
  return wanted ? <Suspense><Notifications position="top-right" limit={4} containerWidth={380} transitionDuration={120} /></Suspense> : null;
}
