/** Content and placement of a new toast among the visible ones. Loaded with the first toast. */
import type * as Notifications from './notifications.ts';
import { styles, maxToasts, aboutKey, type ToastOptions, type Tone } from './toast-looks.ts';
import classes from './toasts.module.css';

type Library = typeof Notifications;

/** Long enough to notice a mistake. */
const undoMs = 8000;

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

interface Count {
  id: string;
  count: number;
  undos: readonly (() => void)[];
}

/** Toast of each series by its plural noun; those with undo are separate. */
const counts = new Map<string, Count>();

/** Adds to the series' toast while it is visible, otherwise starts a new one. */
function countInSeries(
  { notificationsStore }: Library,
  [, many]: NonNullable<ToastOptions['series']>,
  undo: (() => void) | undefined,
): Count {
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
export function showToast(
  library: Library,
  tone: Tone,
  text: string,
  { about, undo, series, body }: Omit<ToastOptions, 'reason'> & { body: string | undefined },
): void {
  const { notifications } = library;
  const counting = series && countInSeries(library, series, undo);
  const isCounted = counting !== undefined && counting.count > 1;
  if (!isCounted) makeRoom(library, about);
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
