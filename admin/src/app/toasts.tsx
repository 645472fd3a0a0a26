/**
 * Toasts, top right. The library is loaded before the first toast but after first paint, so that the sign-in page does
 * not pay for it.
 */
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import type * as Notifications from './notifications.ts';
import { alertPage, clearPageAlert, hasOtherAlerts } from '#kit/feedback/page-alert.tsx';
import { all, sharedValue } from '#kit/shared-value.ts';
import { counted } from '#kit/format/formats.ts';
import classes from './toasts.module.css';

export type Tone = 'success' | 'warning' | 'error';

const styles = {
  success: { color: 'green', autoClose: 4000 },
  warning: { color: 'yellow', autoClose: 6000 },
  // Stays until it is closed or until the next attempt.
  error: { color: 'red', autoClose: false },
} as const;

/** Maximum length of a failure as a toast (about three lines); longer ones are shown as a page alert. */
const maxToastLength = 150;
const phone = '(max-width: 767px)';
/** On a phone a failure is a page alert, because a toast would cover the content. */
const isNarrow = () => matchMedia(phone).matches;
const isCovered = () => document.querySelector('[role="dialog"]') !== null;
const width = 380;
const barHeight = 52;

type Library = typeof Notifications;

/** Library once loaded; the container is rendered from then on. */
const loadedLibrary = sharedValue<Library | undefined>(undefined);

/** Preloads the library, so that a lost connection can be reported. Resolves to undefined if it fails. */
export const preloadToasts = (): Promise<Library | undefined> => import('./notifications.ts').catch(() => undefined);

/** Key of the subject in a notification. */
const aboutKey = 'data-about';

/** Long enough to notice a mistake. */
const undoMs = 8000;

/** Maximum number of visible toasts; others would queue. */
const maxToasts = 4;
/** Counter that makes the ids of undo toasts unique. */
let undoCount = 0;
const undoId = 'undo ';

/**
 * Makes room for a new toast: removes the previous undo toast of the same subject and, if the maximum is reached, the
 * oldest one that is not a failure.
 */
function makeRoom({ notifications, notificationsStore }: Library, about: string | undefined): void {
  const { notifications: shown } = notificationsStore.getState();
  const closable = shown.filter(({ color }) => color !== styles.error.color);
  const replaced = closable.filter(
    ({ id, [aboutKey]: subject }) => about && subject === about && id?.startsWith(undoId),
  );
  const isFull = shown.length - replaced.length >= maxToasts;
  const oldest = isFull ? closable.filter((one) => !replaced.includes(one)).slice(0, 1) : [];
  for (const { id } of [...replaced, ...oldest]) if (id) notifications.hide(id);
}

type Series = readonly [one: string, many: string];

interface ToastOptions {
  reason?: string | undefined;
  /** Name of the subject, for work on many records in sequence. */
  about?: string | undefined;
  /** Undo callback. */
  undo?: (() => void) | undefined;
  /**
   * Singular and plural noun, such as "order" and "orders"; successes of a series in sequence are counted in one toast.
   */
  series?: Series | undefined;
}

interface Count {
  id: string;
  count: number;
  undos: readonly (() => void)[];
}

/** Toast of each series by its plural noun; those with undo are separate. */
const counts = new Map<string, Count>();

/** Adds to the series' toast while it is visible, otherwise starts a new one. */
function countInSeries({ notificationsStore }: Library, [, many]: Series, undo: (() => void) | undefined): Count {
  const key = `${many}${undo ? '' : ' without undo'}`;
  const before = counts.get(key);
  const isShown = notificationsStore.getState().notifications.some(({ id }) => id === before?.id);
  const now: Count = {
    id: before && isShown ? before.id : `${undo ? undoId : ''}${many} ${(undoCount += 1)}`,
    count: (before && isShown ? before.count : 0) + 1,
    undos: [...(before && isShown ? before.undos : []), ...(undo ? [undo] : [])],
  };
  counts.set(key, now);
  return now;
}

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
 * are separate.
 */
export async function toast(
  tone: Tone,
  text: string,
  { reason, about, undo, series }: ToastOptions = {},
): Promise<void> {
  const body = [about, reason].filter(Boolean).join(': ') || undefined;
  const isAlert = () => tone === 'error' && showAlertInstead(text, body, about);
  if (isAlert()) return;
  const library = await preloadToasts();
  // Another failure of the same kind may have been shown while loading.
  if (!library || isAlert()) return;
  loadedLibrary.set(library);
  const { notifications } = library;
  const counting = series && countInSeries(library, series, undo);
  const isCounted = counting !== undefined && counting.count > 1;
  if (!isCounted) makeRoom(library, about);
  const id = counting?.id ?? (undo ? `${undoId}${(undoCount += 1)}` : [text, about].filter(Boolean).join(': '));
  const runUndo = () => {
    notifications.hide(id);
    for (const one of counting?.undos.toReversed() ?? [undo]) one?.();
  };
  const message = isCounted ? `${counted(counting.count, ...series!)}, the last ${body}` : body;
  const shown = {
    id,
    title: message && text,
    message: undo ? <UndoMessage text={message ?? text} undo={runUndo} /> : (message ?? text),
    [aboutKey]: isCounted ? undefined : about,
    ...styles[tone],
    // A changed duration restarts the timer.
    ...(undo && { autoClose: undoMs + (counting?.count ?? 0) }),
  };
  // Updating a visible toast restarts its timer.
  notifications.update(shown);
  notifications.show(shown);
}

const UndoMessage = ({ text, undo }: { text: string; undo: () => void }) => (
  <span className={classes['undoable']}>
    {text}
    {/* Keeps the focus in the page, because the toast disappears. */}
    <button type="button" onMouseDown={(press) => press.preventDefault()} onClick={undo}>
      Undo
    </button>
  </span>
);

/** Positions the toasts below the page's actions while these are visible. */
function updatePosition(): void {
  if (!document.querySelector('.mantine-Notification-root')) return;
  const { bottom = 0 } = document.querySelector('[data-page-actions]:not(:empty)')?.getBoundingClientRect() ?? {};
  document.documentElement.style.setProperty('--toasts-top', `${Math.max(bottom, barHeight) + 8}px`);
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
