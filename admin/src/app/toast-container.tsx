/**
 * Container of the toasts: below the page's actions and beside an open panel, at the bottom while the rows that somebody
 * works on are there, and at the bottom on phones.
 */
import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { useEffect } from 'react';
import { maxToasts, phone } from './toasts.tsx';
import classes from './toasts.module.css';

const width = 380;
const barHeight = 52;

/** Elements that toasts are placed below: the page's actions and a list's toolbar. */
const anchors = '[data-page-actions]:not(:empty), [data-list-page] > [role="search"]';

/** Rows that somebody works on: the focused one, else the selected ones, else the one whose panel is open. */
function workedRows(): DOMRect[] {
  const focused = document.activeElement?.closest('[data-row]');
  const all = (state: string) => [...document.querySelectorAll(`[data-row]${state}`)];
  const selected = all('[aria-selected="true"]');
  const rows = focused ? [focused] : selected.length > 0 ? selected : all('[aria-current]');
  return rows.map((row) => row.getBoundingClientRect());
}

/** Distance of toasts at the bottom from the bottom of the window: above the bars. A selection bar may be higher. */
function bottomDistance(): number {
  const bar = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect();
  return Math.max(84, bar ? innerHeight - bar.top + 8 : 0);
}

/** Whether toasts of this height belong at the bottom; they stay where they are unless they cover a worked row. */
function isAtBottom(top: number, bottom: number, height: number): boolean {
  const rows = workedRows();
  const wasAtBottom = document.documentElement.dataset['toasts'] === 'bottom';
  const covers = (from: number) => rows.some((row) => row.top < from + height && row.bottom > from);
  const coversAtTop = covers(top);
  const coversAtBottom = covers(innerHeight - bottom - height);
  return wasAtBottom ? !coversAtBottom || coversAtTop : coversAtTop && !coversAtBottom;
}

/** Positions the toasts below the anchors while these are visible, and left of an open panel if there is room. */
function updatePosition(): void {
  const { style, dataset } = document.documentElement;
  const toasts = [...document.querySelectorAll('.mantine-Notification-root')];
  if (toasts.length === 0) return void delete dataset['toasts'];
  const bottoms = [...document.querySelectorAll(anchors)].map((element) => element.getBoundingClientRect().bottom);
  const top = Math.max(...bottoms, barHeight) + 8;
  const height = toasts.reduce((sum, { clientHeight }) => sum + clientHeight + 16, 0);
  const beside = innerWidth - (document.querySelector('[data-peek]')?.getBoundingClientRect().left ?? innerWidth);
  const bottom = bottomDistance();
  style.setProperty('--toasts-top', `${top}px`);
  style.setProperty('--toasts-bottom', `${bottom}px`);
  style.setProperty('--toasts-right', `${24 + (beside + width + 48 < innerWidth ? beside : 0)}px`);
  if (isAtBottom(top, bottom, height)) dataset['toasts'] = 'bottom';
  else delete dataset['toasts'];
}

/** Updates the position when the page changes, scrolls or renders late. */
function usePosition() {
  useEffect(() => {
    const observer = new MutationObserver(updatePosition);
    observer.observe(document.body, { subtree: true, childList: true });
    const events = ['scroll', 'resize', 'focusin'] as const;
    for (const event of events) window.addEventListener(event, updatePosition, { passive: true });
    return () => {
      observer.disconnect();
      for (const event of events) window.removeEventListener(event, updatePosition);
    };
  }, []);
}

export function ToastContainer() {
  usePosition();
  const isPhone = useMediaQuery(phone);
  return (
    <Notifications
      className={classes['toasts']}
      // On a phone the page's actions are at the top, over the full width.
      position={isPhone ? 'bottom-center' : 'top-right'}
      notificationMaxHeight="none"
      limit={maxToasts}
      containerWidth={width}
      layout="stacked"
      transitionDuration={120}
    />
  );
}
