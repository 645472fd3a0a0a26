/**
 * Link to a page by its path. The router's own link follows the location; a list has several links in each row, none of
 * which is the current page.
 */
import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent, PointerEvent } from 'react';

/** Delay of the router's own links. */
const intentMs = 50;

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  /** Whether the page is preloaded while the pointer rests on the link. */
  isPreloaded?: boolean;
}

export function PageLink({ to, isPreloaded = true, onClick, children, ...anchor }: Props) {
  const router = useRouter();
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ to });
  };
  const preload = ({ currentTarget }: PointerEvent) => {
    const timer = setTimeout(() => void router.preloadRoute({ to }).catch(() => undefined), intentMs);
    currentTarget.addEventListener('pointerleave', () => clearTimeout(timer), { once: true });
  };
  return (
    <a {...anchor} href={to} onClick={go} {...(isPreloaded && { onPointerEnter: preload })}>
      {children}
    </a>
  );
}
