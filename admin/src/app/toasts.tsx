/**
 * Toasts, top right. The library is loaded before the first toast but after first paint, so that the sign-in page does
 * not pay for it.
 */
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import type * as Notifications from './notifications.ts';
import type * as Shown from './toast-shown.tsx';
import { alertPage, clearPageAlert, hasOtherAlerts } from '#kit/feedback/page-alerts.ts';
import { all, sharedValue } from '#kit/shared-value.ts';
import { styles, maxToasts, aboutKey, type ToastOptions, type Tone } from './toast-looks.ts';
import classes from './toasts.module.css';

/** Maximum length of a failure as a toast (about three lines); longer ones are shown as a page alert. */
const maxToastLength = 150;
const phone = '(max-width: 767px)';
/** On a phone a failure is a page alert, because a toast would cover the content. */
const isNarrow = () => matchMedia(phone).matches;
const isCovered = () => document.querySelector('[role="dialog"]') !== null;
const width = 380;
const barHeight = 52;

type Library = typeof Notifications & typeof Shown;

/** Library once loaded; the container is rendered from then on. */
const loadedLibrary = sharedValue<Library | undefined>(undefined);

/** Preloads the library, so that a lost connection can be reported. Resolves to undefined if it fails. */
export async function preloadToasts(): Promise<Library | undefined> {
  if (!areToastsReady())
    await Promise.all([import('./notifications.ts'), import('./toast-shown.tsx')]).then(
      ([library, shown]) => loadedLibrary.set({ ...library, ...shown }),
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
  if (!usesAlert || isCovered() || !alertPage(text, body, about)) return false;
  for (const { id, message, [aboutKey]: subject } of others) {
    alertPage(text, String(message), String(subject));
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

/** Elements that toasts are placed below: the page's actions and a list's toolbar. */
const anchors = '[data-page-actions]:not(:empty), [data-list-page] > [role="search"]';

/** Positions the toasts below the anchors while these are visible. */
function updatePosition(): void {
  if (!document.querySelector('.mantine-Notification-root')) return;
  const bottoms = [...document.querySelectorAll(anchors)].map((element) => element.getBoundingClientRect().bottom);
  document.documentElement.style.setProperty('--toasts-top', `${Math.max(...bottoms, barHeight) + 8}px`);
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

/** Updates the position when the page changes, scrolls or renders late. */
function usePosition(isDrawn: boolean) {
  useEffect(() => {
    if (!isDrawn) return undefined;
    const observer = new MutationObserver(updatePosition);
    observer.observe(document.body, { subtree: true, childList: true });
    const events = ['scroll', 'resize'] as const;
    for (const event of events) window.addEventListener(event, updatePosition, { passive: true });
    return () => {
      observer.disconnect();
      for (const event of events) window.removeEventListener(event, updatePosition);
    };
  }, [isDrawn]);
}

export function Toasts() {
  usePreload();
  const library = loadedLibrary.use(all);
  usePosition(library !== undefined);
  const isPhone = useMediaQuery(phone);
  return library ? (
    <library.Notifications
      className={classes['toasts']}
      // On a phone the page's actions are at the top, over the full width.
      position={isPhone ? 'bottom-center' : 'top-right'}
      notificationMaxHeight="none"
      limit={maxToasts}
      containerWidth={width}
      layout="stacked"
      transitionDuration={120}
    />
  ) : null;
}
