/**
 * Container of the toasts: below the page's actions and beside an open panel, at the bottom while the row that somebody
 * works on is there, and at the bottom on phones.
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

/** Row that somebody works on: the focused one, else the one whose panel is open. */
const workedRow = () =>
  document.activeElement?.closest('[data-row]') ?? document.querySelector('[data-row][aria-current]');

/** Height of the bars at the bottom of the window, above which the toasts are. */
const bottomBars = 84;

/** Whether toasts of this height belong at the bottom; they stay where they are unless they cover the worked row. */
function isAtBottom(top: number, height: number): boolean {
  const row = workedRow()?.getBoundingClientRect();
  const wasAtBottom = document.documentElement.dataset['toasts'] === 'bottom';
  if (!row) return wasAtBottom;
  const coversAtTop = row.top < top + height && row.bottom > top;
  const coversAtBottom = row.bottom > innerHeight - bottomBars - height;
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
  style.setProperty('--toasts-top', `${top}px`);
  style.setProperty('--toasts-right', `${24 + (beside + width + 48 < innerWidth ? beside : 0)}px`);
  if (isAtBottom(top, height)) dataset['toasts'] = 'bottom';
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
