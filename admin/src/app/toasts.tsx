/**
 * Toasts, top right: failures stay, what can be undone has an Undo button, and equal toasts are shown once. Also decides
 * which failures are page alerts instead.
 */
import { notifications, notificationsStore } from '@mantine/notifications';
import { PageLink } from '#kit/display/page-link.tsx';
import { clearPageAlert, hasOtherAlerts, showPageAlert } from '#kit/feedback/page-alerts.ts';
import classes from './toasts.module.css';

type Tone = 'success' | 'warning' | 'error';

const styles = {
  success: { color: 'green', autoClose: 4000 },
  warning: { color: 'yellow', autoClose: 6000 },
  // Stays until it is closed or until the next attempt.
  error: { color: 'red', autoClose: false },
} as const;

/** Key of the subject in a notification. */
const aboutKey = 'data-about';

/** Maximum number of visible toasts; others would queue. */
export const maxToasts = 4;

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
  /** Bulk change that was made, or undone. */
  batchId?: string | undefined;
}

/** Media query of phones, where toasts are at the bottom. */
export const phone = '(max-width: 767px)';

/** Maximum length of a failure as a toast (about three lines); longer ones are shown as a page alert. */
const maxToastLength = 150;
/** On a phone a failure is a page alert, because a toast would cover the content. */
const isNarrow = () => matchMedia(phone).matches;
const isCovered = () => document.querySelector('[role="dialog"]') !== null;

/**
 * Shows a failure as a page alert if it is long or the screen is narrow. Toasts of the same failure for other subjects
 * are moved into the alert as well.
 */
function showAlertInstead(text: string, body: string | undefined, about: string | undefined): boolean {
  const others = notificationsStore
    .getState()
    .notifications.filter(
      (one) =>
        about && one.title === text && one[aboutKey] && one[aboutKey] !== about && one.color === styles.error.color,
    );
  const isLong = text.length + (body?.length ?? 0) > maxToastLength || others.length > 0;
  const usesAlert = isLong || isNarrow() || (about !== undefined && hasOtherAlerts(text, about));
  if (!usesAlert || isCovered() || !showPageAlert(text, body, about)) return false;
  for (const { id, message, [aboutKey]: subject } of others) {
    showPageAlert(text, String(message), String(subject));
    if (id) notifications.hide(id);
  }
  return true;
}

/**
 * Shows a toast: title, subject and reason below it, an Undo button, and a link to the bulk change. Equal toasts are
 * shown once; those with undo are separate.
 */
export function toast(tone: Tone, text: string, { reason, about, ...more }: ToastOptions = {}): void {
  const body = [about, reason].filter(Boolean).join(': ') || undefined;
  if (tone === 'error' && showAlertInstead(text, body, about)) return;
  showToast(tone, text, { about, ...more, body });
}

/** Long enough to notice a mistake. */
const undoMs = 8000;

/** Counter that makes the ids of undo toasts unique. */
let undoCount = 0;
const undoId = 'undo ';

/**
 * Makes room for a new toast: removes the previous undo toast of the same subject and, if the maximum is reached, the
 * oldest one that is not a failure.
 */
function makeRoom(about: string | undefined): void {
  const { notifications: shown } = notificationsStore.getState();
  const closable = shown.filter(({ color }) => color !== styles.error.color);
  const replaced = closable.filter(
    ({ id, [aboutKey]: subject }) => about && subject === about && id?.startsWith(undoId),
  );
  const isFull = shown.length - replaced.length >= maxToasts;
  const oldest = isFull ? closable.filter((one) => !replaced.includes(one)).slice(0, 1) : [];
  for (const { id } of [...replaced, ...oldest]) if (id) notifications.hide(id);
}

interface Count {
  id: string;
  count: number;
  undos: readonly (() => void)[];
}

/** Toast of each series by its plural noun; those with undo are separate. */
const counts = new Map<string, Count>();

/** Adds to the series' toast while it is visible, otherwise starts a new one. */
function countInSeries([, many]: NonNullable<ToastOptions['series']>, undo: (() => void) | undefined): Count {
  const key = `${many}${undo ? '' : ' without undo'}`;
  const last = counts.get(key);
  const isShown = notificationsStore.getState().notifications.some(({ id }) => id === last?.id);
  const before =
    last && isShown ? last : { id: `${undo ? undoId : ''}${many} ${(undoCount += 1)}`, count: 0, undos: [] };
  const now: Count = {
    id: before.id,
    count: before.count + 1,
    undos: undo ? [...before.undos, undo] : before.undos,
  };
  counts.set(key, now);
  return now;
}

/** Shows a toast; `body` is the text below its title. */
function showToast(
  tone: Tone,
  text: string,
  { about, undo, series, batchId, body }: Omit<ToastOptions, 'reason'> & { body: string | undefined },
): void {
  const counting = series && countInSeries(series, undo);
  const isCounted = counting !== undefined && counting.count > 1;
  if (!isCounted) makeRoom(about);
  const id = counting?.id ?? (undo ? `${undoId}${(undoCount += 1)}` : [text, about].filter(Boolean).join(': '));
  const runUndo = () => {
    notifications.hide(id);
    for (const one of counting?.undos.toReversed() ?? [undo]) one?.();
  };
  // Formatted here, because the sign-in page would otherwise load the other formats of lists, too.
  const message = isCounted ? `${counting.count.toLocaleString('id-ID')} ${series![1]}, the last ${body}` : body;
  const shown = {
    id,
    title: message && text,
    message:
      undo || batchId ? (
        <WithActions
          text={message ?? text}
          undo={undo && runUndo}
          batchId={batchId}
          hide={() => notifications.hide(id)}
        />
      ) : (
        (message ?? text)
      ),
    [aboutKey]: isCounted ? undefined : about,
    ...styles[tone],
    // A changed duration restarts the timer.
    ...((undo || batchId) && { autoClose: undoMs + (counting?.count ?? 0) }),
  };
  // Updating a visible toast restarts its timer.
  notifications.update(shown);
  notifications.show(shown);
}

interface Actions extends Pick<ToastOptions, 'undo' | 'batchId'> {
  text: string;
  hide: () => void;
}

const WithActions = ({ text, undo, batchId, hide }: Actions) => (
  <span className={classes['undoable']}>
    {text}
    <span>
      {undo && (
        // Keeps the focus in the page, because the toast disappears.
        <button type="button" onMouseDown={(press) => press.preventDefault()} onClick={undo}>
          Undo
        </button>
      )}
      {batchId && (
        <PageLink to={`/batch/${batchId}`} onClick={hide}>
          Bulk changes
        </PageLink>
      )}
    </span>
  </span>
);

/** Clears the failures of the previous attempt; with `about`, only those of that subject. */
export function clearFailures(about?: string): void {
  clearPageAlert(about);
  const stays = ({ color, [aboutKey]: subject }: { color?: string; [aboutKey]?: string }) =>
    color !== styles.error.color || (about !== undefined && subject !== undefined && subject !== about);
  notifications.updateState(notificationsStore, (shown) => shown.filter(stays));
}

export function clearToasts(): void {
  notifications.clean();
}
