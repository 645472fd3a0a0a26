/** Container of the toasts: below the page's actions, or at the bottom on phones. */
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

/** Positions the toasts below the anchors while these are visible. */
function updatePosition(): void {
  if (!document.querySelector('.mantine-Notification-root')) return;
  const bottoms = [...document.querySelectorAll(anchors)].map((element) => element.getBoundingClientRect().bottom);
  document.documentElement.style.setProperty('--toasts-top', `${Math.max(...bottoms, barHeight) + 8}px`);
}

/** Updates the position when the page changes, scrolls or renders late. */
function usePosition() {
  useEffect(() => {
    const observer = new MutationObserver(updatePosition);
    observer.observe(document.body, { subtree: true, childList: true });
    const events = ['scroll', 'resize'] as const;
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
