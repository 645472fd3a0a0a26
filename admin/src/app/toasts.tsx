/**
 * Toasts, top right. The library is loaded before the first toast but after first paint, so that the sign-in page does
 * not pay for it.
 */
import { useEffect } from 'react';
import type * as Notifications from './notifications.ts';
import type * as Container from './toast-container.tsx';
import type * as Shown from './toast-shown.tsx';
import { showPageAlert, clearPageAlert, hasOtherAlerts } from '#kit/feedback/page-alerts.ts';
import { all, sharedValue } from '#kit/shared-value.ts';
import { phone, styles, aboutKey, type ToastOptions, type Tone } from './toast-looks.ts';

/** Maximum length of a failure as a toast (about three lines); longer ones are shown as a page alert. */
const maxToastLength = 150;
/** On a phone a failure is a page alert, because a toast would cover the content. */
const isNarrow = () => matchMedia(phone).matches;
const isCovered = () => document.querySelector('[role="dialog"]') !== null;

type Library = typeof Notifications & typeof Shown & typeof Container;

/** Library once loaded; the container is rendered from then on. */
const loadedLibrary = sharedValue<Library | undefined>(undefined);

/** Preloads the library, so that a lost connection can be reported. Resolves to undefined if it fails. */
export async function preloadToasts(): Promise<Library | undefined> {
  if (!areToastsReady())
    await Promise.all([
      import('./notifications.ts'),
      import('./toast-shown.tsx'),
      import('./toast-container.tsx'),
    ]).then(
      ([library, shown, container]) => loadedLibrary.set({ ...library, ...shown, ...container }),
      () => undefined,
    );
  return loadedLibrary.get();
}
/** Whether a toast is shown without loading code first. */
export const areToastsReady = (): boolean => loadedLibrary.get() !== undefined;

/**
 * Shows a failure as a page alert if it is long or the screen is narrow. Toasts of the same failure for other subjects
 * are moved into the alert as well.
 */
function showAlertInstead(text: string, body: string | undefined, about: string | undefined): boolean {
  const { notifications, notificationsStore } = loadedLibrary.get() ?? {};
  const others = (notificationsStore?.getState().notifications ?? []).filter(
    (one) =>
      about && one.title === text && one[aboutKey] && one[aboutKey] !== about && one.color === styles.error.color,
  );
  const isLong = text.length + (body?.length ?? 0) > maxToastLength || others.length > 0;
  const usesAlert = isLong || isNarrow() || (about !== undefined && hasOtherAlerts(text, about));
  if (!usesAlert || isCovered() || !showPageAlert(text, body, about)) return false;
  for (const { id, message, [aboutKey]: subject } of others) {
    showPageAlert(text, String(message), String(subject));
    if (id) notifications?.hide(id);
  }
  return true;
}

/**
 * Shows a toast: title, subject and reason below it, and an Undo button. Equal toasts are shown once; those with undo
 * are separate. Resolves to whether it is shown.
 */
export async function toast(
  tone: Tone,
  text: string,
  { reason, about, undo, series }: ToastOptions = {},
): Promise<boolean> {
  const body = [about, reason].filter(Boolean).join(': ') || undefined;
  const isAlert = () => tone === 'error' && showAlertInstead(text, body, about);
  if (isAlert()) return true;
  const library = await preloadToasts();
  // Another failure of the same kind may have been shown while loading.
  if (!library) return false;
  if (isAlert()) return true;
  library.showToast(library, tone, text, { about, undo, series, body });
  return true;
}

/** Clears the failures of the previous attempt; with `about`, only those of that subject. */
export function clearFailures(about?: string): void {
  clearPageAlert(about);
  const library = loadedLibrary.get();
  if (!library) return;
  const { notifications, notificationsStore } = library;
  const stays = ({ color, [aboutKey]: subject }: { color?: string; [aboutKey]?: string }) =>
    color !== styles.error.color || (about !== undefined && subject !== undefined && subject !== about);
  notifications.updateState(notificationsStore, (shown) => shown.filter(stays));
}

export function clearToasts(): void {
  loadedLibrary.get()?.notifications.clean();
}

/** Preloads the library on the first input, in case the sign-in fails. */
function usePreload() {
  useEffect(() => {
    const events = ['keydown', 'pointerdown'] as const;
    for (const event of events) window.addEventListener(event, preloadToasts, { once: true });
    return () => {
      for (const event of events) window.removeEventListener(event, preloadToasts);
    };
  }, []);
}

export function Toasts() {
  usePreload();
  const library = loadedLibrary.use(all);
  return library ? <library.ToastContainer /> : null;
}
