/** Keyboard shortcuts of the tracking list, for the focused row or the order of the open panel. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { useWindowEvent } from '#kit/use-window-event.ts';
import { orderStatuses, orderStatusLabels } from '#contract/order/status.ts';
import { isTyping, type Keys, usePageKeys } from '#kit/feedback/keys.ts';
import { focusRow } from '#kit/list/row-focus.ts';
import { focusNote, isAtPanel, panelChat, peekedOrder } from './desk/order-peek.ts';
import { queueAfter } from './desk/use-queues.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import type { Queue } from './tracking-query.ts';
import type { StatusChange } from './use-status-change.ts';

/** Actions of the shortcuts. */
export interface ShortcutActions extends StatusChange {
  claim: (order: TrackingOrder) => unknown;
  queue: Queue;
  choose: (queue: Queue) => void;
  /** Id of the order whose panel is open, and the function to open one. */
  peek: { id: string | undefined; show: (id: string | undefined) => void };
}

const keys: Keys = [
  ['w', 'Write on WhatsApp'],
  ...orderStatuses.map((status, index) => [String(index + 1), `Set to ${orderStatusLabels[status]}`] as const),
  ['z', 'Undo the last status'],
  ['c', 'Claim the order, or release it'],
  ['n', 'Write a note'],
  ['Ctrl ← →', 'Previous and next queue'],
];

const rowsShown = () => [...document.querySelectorAll<HTMLElement>('tr[data-row]')];

function write(row: HTMLElement | undefined, isPeeked: boolean): void {
  const chat = isPeeked ? panelChat() : row?.querySelector<HTMLElement>('[data-whatsapp]');
  chat?.click();
  row?.focus();
}

/**
 * `w` opens WhatsApp, `1` to `7` set a status, `z` undoes that, `c` claims, `n` writes a note, Ctrl ← → choose a queue.
 * Without a panel, a status moves the focus to the next row; with one, *Done* does. Without a focused row and panel `w`
 * uses the first row; the other keys do nothing, so that no order is changed by accident.
 */
export function useTrackingKeys(orders: readonly TrackingOrder[] | undefined, actions: ShortcutActions): void {
  const { set, undo, claim, queue, choose, peek } = actions;
  usePageKeys(keys);
  useWindowEvent('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return;
    if (target.closest('[role="dialog"], [role="menu"]')) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.ctrlKey) {
      if (!step) return;
      choose(queueAfter(queue, step));
      return event.preventDefault();
    }
    const rows = rowsShown();
    const here = rows.findIndex((row) => row.contains(target));
    const row = rows[here];
    const focused = orders?.find(({ id }) => id === row?.dataset['row']);
    const order = focused ?? (isAtPanel(target) ? peekedOrder.get() : undefined);
    const isPeeked = order !== undefined && order.id === peek.id;
    const status = orderStatuses[Number(event.key) - 1];
    if (event.key === 'w') write(row ?? (isPeeked ? undefined : rows[0]), isPeeked);
    else if (event.key === 'z') undo();
    else if (status && order) {
      set(order, status);
      if (peek.id === undefined) (rows[here + 1] ?? row)?.focus();
    } else if (event.key === 'c' && order) claim(order);
    else if (event.key === 'n' && order) focusNote(isPeeked, () => peek.show(order.id));
    else return;
    event.preventDefault();
  });
  useKeptFocus(orders);
}

/** The focused row keeps the focus while rows are added; when it leaves the list, the next one has it. */
function useKeptFocus(orders: readonly TrackingOrder[] | undefined): void {
  const at = useRef<number>(undefined);
  useWindowEvent('focusin', ({ target }) => {
    const here = rowsShown().findIndex((row) => target instanceof Element && row.contains(target));
    at.current = here < 0 ? undefined : here;
  });
  useEffect(() => {
    if (at.current === undefined || document.activeElement !== document.body) return;
    const rows = rowsShown();
    (rows[at.current] ?? rows.at(-1))?.focus();
  }, [orders]);
}

interface Place {
  queue: Queue;
  page: number;
}

/**
 * After another queue was chosen, its first row has the focus; so it has after a page was turned with the panel open. The
 * panel shows that row.
 */
export function useFirstRowFocus({ queue, page }: Place, isRead: boolean, { id, show }: ShortcutActions['peek']): void {
  const shown = useRef<Place>({ queue, page });
  const begin = useEffectEvent((isOtherQueue: boolean) => {
    const [first] = rowsShown();
    if (isOtherQueue || id !== undefined) focusRow(first);
    if (id !== undefined) show(first?.dataset['row']);
  });
  useEffect(() => {
    const { current: before } = shown;
    if (!isRead || (before.queue === queue && before.page === page)) return;
    shown.current = { queue, page };
    begin(before.queue !== queue);
  }, [queue, page, isRead]);
}
