/** Keyboard shortcuts of the tracking list, for the focused row. */
import { useEffect, useRef } from 'react';
import { useWindowEvent } from '#kit/use-window-event.ts';
import { orderStatuses, orderStatusLabels } from '#contract/order/status.ts';
import { isTyping, type Keys, usePageKeys } from '#kit/feedback/keys.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import type { StatusChange } from './use-status-change.ts';

/** Actions of the shortcuts on the focused row. */
export interface ShortcutActions extends StatusChange {
  claim: (order: TrackingOrder) => unknown;
  openDesk: (order: TrackingOrder, at?: 'note') => void;
}

const keys: Keys = [
  ['w', 'Write on WhatsApp'],
  ...orderStatuses.map((status, index) => [String(index + 1), `Set to ${orderStatusLabels[status]}`] as const),
  ['z', 'Undo the last status'],
  ['c', 'Claim the order, or release it'],
  ['n', 'Write a note'],
  ['d', 'Open the desk of the order'],
];

const rowsShown = () => [...document.querySelectorAll<HTMLElement>('tr[data-row]')];

function write(row: HTMLElement | undefined): void {
  row?.querySelector<HTMLElement>('[data-whatsapp]')?.click();
  row?.focus();
}

/**
 * `w` opens WhatsApp, `1` to `7` set a status and focus the next row, `z` undoes that, Enter opens the status menu, `c`
 * claims, `n` and `d` open the desk. Without a focused row `w` uses the first; the other keys do nothing, so that no
 * order is changed by accident. The focused row keeps the focus while rows are added and removed.
 */
export function useTrackingKeys(
  orders: readonly TrackingOrder[] | undefined,
  { set, undo, claim, openDesk }: ShortcutActions,
): void {
  const at = useRef<number>(undefined);
  usePageKeys(keys);

  useWindowEvent('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (target.closest('[role="dialog"], [role="menu"]')) return;
    const rows = rowsShown();
    const here = rows.findIndex((row) => row.contains(target));
    const row = rows[here];
    const order = orders?.find(({ id }) => id === row?.dataset['row']);
    const status = orderStatuses[Number(event.key) - 1];
    if (event.key === 'w') write(row ?? rows[0]);
    else if (event.key === 'z') undo();
    else if (event.key === 'Enter' && row === target) row.querySelector<HTMLElement>('[data-status-menu]')?.click();
    else if (status && row && order) {
      set(order, status);
      (rows[here + 1] ?? row).focus();
    } else if (event.key === 'c' && order) claim(order);
    else if (event.key === 'n' && order) openDesk(order, 'note');
    else if (event.key === 'd' && order) openDesk(order);
    else return;
    event.preventDefault();
  });

  useWindowEvent('focusin', ({ target }) => {
    const here = rowsShown().findIndex((row) => target instanceof Element && row.contains(target));
    at.current = here < 0 ? undefined : here;
  });

  // When the focused row leaves the list, focus the next one.
  useEffect(() => {
    if (at.current === undefined || document.activeElement !== document.body) return;
    const rows = rowsShown();
    (rows[at.current] ?? rows.at(-1))?.focus();
  }, [orders]);
}
