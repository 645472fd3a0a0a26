/**
 * Toasts, top right. Their code arrives before the first one, but after first paint: the sign-in page does not pay for
 * it.
 */
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import type * as Notifications from './notifications.ts';
import { alertPage, clearPageAlert, isAlertedOf } from '#kit/feedback/page-alert.tsx';
import { all, sharedValue } from '#kit/shared-value.ts';
import { counted } from '#kit/format/formats.ts';
import classes from './toasts.module.css';

export type Tone = 'success' | 'warning' | 'error';

const looks = {
  success: { color: 'green', autoClose: 4000 },
  warning: { color: 'yellow', autoClose: 6000 },
  // Stays until it is closed, or until the next attempt.
  error: { color: 'red', autoClose: false },
} as const;

/** Characters of a failure: what is longer than three lines stands under the title of the page. */
const mostTold = 150;
const phone = '(max-width: 767px)';
/** On a phone it would cover what is below the title. */
const isNarrow = () => matchMedia(phone).matches;
const isCovered = () => document.querySelector('[role="dialog"]') !== null;
const width = 380;
const barHeight = 52;

type Library = typeof Notifications;

/** Drawn from the first toast on. */
const drawn = sharedValue<Library | undefined>(undefined);

/**
 * Loads the code of toasts ahead, for when one has to say that the connection is lost. Answers undefined where it
 * cannot be had.
 */
export const prepareToasts = (): Promise<Library | undefined> =>
  import('./notifications.ts').then(
    (library) => {
      isReady = true;
      return library;
    },
    () => undefined,
  );
let isReady = false;
/** Whether a toast is shown as soon as it is asked for. */
export const areToastsReady = (): boolean => isReady;

/** Where a toast keeps whom it is about. */
const ofWhom = 'data-about';

/** Long enough to see that it was the wrong one. */
const undoMs = 8000;

/** At once; others would wait. */
const mostShown = 4;
/** Tells ways back apart. */
let undos = 0;
const undoId = 'undo ';

/**
 * What is new has its place at once: what it says of somebody stands for what was said of them before, and of many the
 * oldest gives its place away, unless it is a failure.
 */
function makeRoom({ notifications, notificationsStore }: Library, about: string | undefined): void {
  const { notifications: shown } = notificationsStore.getState();
  const passing = shown.filter(({ color }) => color !== looks.error.color);
  const outdated = passing.filter(({ id, [ofWhom]: whom }) => about && whom === about && id?.startsWith(undoId));
  const isFull = shown.length - outdated.length >= mostShown;
  const oldest = isFull ? passing.filter((one) => !outdated.includes(one)).slice(0, 1) : [];
  for (const { id } of [...outdated, ...oldest]) if (id) notifications.hide(id);
}

type Series = readonly [one: string, many: string];

interface More {
  reason?: string | undefined;
  /** Whom or what it is about, where one is worked on after the other. */
  about?: string | undefined;
  /** The way back. */
  undo?: (() => void) | undefined;
  /** What is counted, as "order" and "orders": successes of a series that follow each other are one toast. */
  series?: Series | undefined;
}

interface Count {
  id: string;
  count: number;
  undos: readonly (() => void)[];
}

/** The toast that counts a series, by its plural; those that can be undone apart. */
const counts = new Map<string, Count>();

/** Adds to the toast of the series while it is shown, else begins another. */
function countIn({ notificationsStore }: Library, [, many]: Series, undo: (() => void) | undefined): Count {
  const key = `${many}${undo ? '' : ' without undo'}`;
  const last = counts.get(key);
  const isShown = notificationsStore.getState().notifications.some(({ id }) => id === last?.id);
  const before = last && isShown ? last : { id: `${undo ? undoId : ''}${many} ${(undos += 1)}`, count: 0, undos: [] };
  const now: Count = {
    id: before.id,
    count: before.count + 1,
    undos: undo ? [...before.undos, undo] : before.undos,
  };
  counts.set(key, now);
  return now;
}

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
 * twice is shown once; each way back is its own. Answers whether it is shown.
 */
export async function toast(tone: Tone, text: string, { reason, about, undo, series }: More = {}): Promise<boolean> {
  const below = [about, reason].filter(Boolean).join(': ') || undefined;
  const isAlert = () => tone === 'error' && alertInstead(text, below, about);
  if (isAlert()) return true;
  const library = await prepareToasts();
  // Another failure of the same kind may have been shown meanwhile.
  if (!library) return false;
  if (isAlert()) return true;
  drawn.set(library);
  const { notifications } = library;
  const counting = series && countIn(library, series, undo);
  const isCounted = counting !== undefined && counting.count > 1;
  if (!isCounted) makeRoom(library, about);
  const id = counting?.id ?? (undo ? `${undoId}${(undos += 1)}` : [text, about].filter(Boolean).join(': '));
  const takeBack = () => {
    notifications.hide(id);
    for (const one of counting?.undos.toReversed() ?? [undo]) one?.();
  };
  const told = isCounted ? `${counted(counting.count, ...series!)}, the last ${below}` : below;
  const shown = {
    id,
    title: told && text,
    message: undo ? <Undoable text={told ?? text} undo={takeBack} /> : (told ?? text),
    [ofWhom]: isCounted ? undefined : about,
    ...looks[tone],
    // Another duration starts the time of a toast again.
    ...(undo && { autoClose: undoMs + (counting?.count ?? 0) }),
  };
  // Repeating a sentence that is still there starts its time again.
  notifications.update(shown);
  notifications.show(shown);
  return true;
}

const Undoable = ({ text, undo }: { text: string; undo: () => void }) => (
  <span className={classes['undoable']}>
    {text}
    {/* A press with the mouse leaves the focus where the work goes on: the toast goes. */}
    <button type="button" onMouseDown={(press) => press.preventDefault()} onClick={undo}>
      Undo
    </button>
  </span>
);

/** What toasts stand below, as long as it is in sight: the actions of the page, and what a list is looked at with. */
const above = '[data-page-actions]:not(:empty), [data-list-page] > [role="search"]';

function stepAside(): void {
  if (!document.querySelector('.mantine-Notification-root')) return;
  const bottoms = [...document.querySelectorAll(above)].map((one) => one.getBoundingClientRect().bottom);
  document.documentElement.style.setProperty('--toasts-top', `${Math.max(...bottoms, barHeight) + 8}px`);
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
