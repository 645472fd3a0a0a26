/** What a toast says beside those that are shown. Its code comes with the first of them. */
import type * as Notifications from './notifications.ts';
import { looks, mostShown, ofWhom, type More, type Tone } from './toast-looks.ts';
import classes from './toasts.module.css';

type Library = typeof Notifications;

/** Long enough to see that it was the wrong one. */
const undoMs = 8000;

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

interface Count {
  id: string;
  count: number;
  undos: readonly (() => void)[];
}

/** The toast that counts a series, by its plural; those that can be undone apart. */
const counts = new Map<string, Count>();

/** Adds to the toast of the series while it is shown, else begins another. */
function countIn(
  { notificationsStore }: Library,
  [, many]: NonNullable<More['series']>,
  undo: (() => void) | undefined,
): Count {
  const key = `${many}${undo ? '' : ' without undo'}`;
  const before = counts.get(key);
  const isShown = notificationsStore.getState().notifications.some(({ id }) => id === before?.id);
  const now: Count = {
    id: before && isShown ? before.id : `${undo ? undoId : ''}${many} ${(undos += 1)}`,
    count: (before && isShown ? before.count : 0) + 1,
    undos: [...(before && isShown ? before.undos : []), ...(undo ? [undo] : [])],
  };
  counts.set(key, now);
  return now;
}

/** `below` is what it says under its sentence. */
export function showToast(
  library: Library,
  tone: Tone,
  text: string,
  { about, undo, series, below }: Omit<More, 'reason'> & { below: string | undefined },
): void {
  const { notifications } = library;
  const counting = series && countIn(library, series, undo);
  const isCounted = counting !== undefined && counting.count > 1;
  if (!isCounted) makeRoom(library, about);
  const id = counting?.id ?? (undo ? `${undoId}${(undos += 1)}` : [text, about].filter(Boolean).join(': '));
  const takeBack = () => {
    notifications.hide(id);
    for (const one of counting?.undos.toReversed() ?? [undo]) one?.();
  };
  // By hand: the sign-in page would load the other formats of lists, too.
  const told = isCounted ? `${counting.count.toLocaleString('id-ID')} ${series![1]}, the last ${below}` : below;
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
