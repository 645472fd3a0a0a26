/**
 * Toasts, top right. Their code arrives before the first one, but after first paint: the sign-in page does not pay for
 * it.
 */
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import type * as Notifications from './notifications.ts';
import type * as Shown from './toast-shown.tsx';
import { alertPage, clearPageAlert, isAlertedOf } from '#kit/feedback/page-alerts.ts';
import { all, sharedValue } from '#kit/shared-value.ts';
import { looks, mostShown, ofWhom, type More, type Tone } from './toast-looks.ts';
import classes from './toasts.module.css';

/** Characters of a failure: what is longer than three lines stands under the title of the page. */
const mostTold = 150;
const phone = '(max-width: 767px)';
/** On a phone it would cover what is below the title. */
const isNarrow = () => matchMedia(phone).matches;
const isCovered = () => document.querySelector('[role="dialog"]') !== null;
const width = 380;
const barHeight = 52;

type Library = typeof Notifications & typeof Shown;

/** Drawn from the first toast on. */
const drawn = sharedValue<Library | undefined>(undefined);

/**
 * Loads the code of toasts ahead, for when one has to say that the connection is lost. Answers undefined where it
 * cannot be had.
 */
export const prepareToasts = (): Promise<Library | undefined> =>
  Promise.all([import('./notifications.ts'), import('./toast-shown.tsx')]).then(
    ([library, shown]) => ({ ...library, ...shown }),
    () => undefined,
  );

/** One toast would lie over the other: what befell others, and is still told in one, moves to the page's alert with this. */
function alertInstead(text: string, below: string | undefined, about: string | undefined): boolean {
  const { notifications, notificationsStore } = drawn.get() ?? {};
  const others = (notificationsStore?.getState().notifications ?? []).filter(
    (one) => about && one.title === text && one[ofWhom] && one[ofWhom] !== about && one.color === looks.error.color,
  );
  const isLong = text.length + (below?.length ?? 0) > mostTold || others.length > 0;
  const isWanted = isLong || isNarrow() || (about !== undefined && isAlertedOf(text, about));
  if (!isWanted || isCovered() || !alertPage(text, below, about)) return false;
  for (const { id, message, [ofWhom]: whom } of others) {
    alertPage(text, String(message), String(whom));
    if (id) notifications?.hide(id);
  }
  return true;
}

/**
 * Shows a sentence, below it whom it is about and the reason, beside it the way back. The same sentence about the same
 * twice is shown once; each way back is its own.
 */
export async function toast(tone: Tone, text: string, { reason, about, undo, series }: More = {}): Promise<void> {
  const below = [about, reason].filter(Boolean).join(': ') || undefined;
  const isAlert = () => tone === 'error' && alertInstead(text, below, about);
  if (isAlert()) return;
  const library = await prepareToasts();
  // Another failure of the same kind may have been shown meanwhile.
  if (!library || isAlert()) return;
  drawn.set(library);
  library.showToast(library, tone, text, { about, undo, series, below });
}

/** Below the actions of the page, as long as they are in sight. */
function stepAside(): void {
  if (!document.querySelector('.mantine-Notification-root')) return;
  const { bottom = 0 } = document.querySelector('[data-page-actions]:not(:empty)')?.getBoundingClientRect() ?? {};
  document.documentElement.style.setProperty('--toasts-top', `${Math.max(bottom, barHeight) + 8}px`);
}

/** A new attempt takes away the failures of the last one; `about`: those of others stay. */
export function clearFailures(about?: string): void {
  clearPageAlert(about);
  const library = drawn.get();
  if (!library) return;
  const { notifications, notificationsStore } = library;
  const stays = ({ color, [ofWhom]: whom }: { color?: string; [ofWhom]?: string }) =>
    color !== looks.error.color || (about !== undefined && whom !== undefined && whom !== about);
  notifications.updateState(notificationsStore, (shown) => shown.filter(stays));
}

export function clearToasts(): void {
  drawn.get()?.notifications.clean();
}

/** The first touch or key fetches their code: whoever signs in needs it should that fail. */
function usePreparing() {
  useEffect(() => {
    const events = ['keydown', 'pointerdown'] as const;
    for (const event of events) window.addEventListener(event, prepareToasts, { once: true });
    return () => {
      for (const event of events) window.removeEventListener(event, prepareToasts);
    };
  }, []);
}

/** The page below them turns, scrolls, is drawn later. */
function useSteppingAside(isDrawn: boolean) {
  useEffect(() => {
    if (!isDrawn) return undefined;
    const observer = new MutationObserver(stepAside);
    observer.observe(document.body, { subtree: true, childList: true });
    const events = ['scroll', 'resize'] as const;
    for (const event of events) window.addEventListener(event, stepAside, { passive: true });
    return () => {
      observer.disconnect();
      for (const event of events) window.removeEventListener(event, stepAside);
    };
  }, [isDrawn]);
}

export function Toasts() {
  usePreparing();
  const library = drawn.use(all);
  useSteppingAside(library !== undefined);
  const isPhone = useMediaQuery(phone);
  return library ? (
    <library.Notifications
      className={classes['toasts']}
      // On a phone what can be done stands on top, over all of the width.
      position={isPhone ? 'bottom-center' : 'top-right'}
      notificationMaxHeight="none"
      limit={mostShown}
      containerWidth={width}
      layout="stacked"
      transitionDuration={120}
    />
  ) : null;
}
