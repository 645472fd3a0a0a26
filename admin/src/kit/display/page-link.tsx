/**
 * Link to a page by its path, with or without a query. The router's own link follows the location; a list has several links in each row, none of
 * which is the current page.
 */
import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, FocusEvent, MouseEvent, PointerEvent, SyntheticEvent } from 'react';

/** Delay of the router's own links. */
const intentMs = 50;

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
}

export function PageLink({ to, onClick, onPointerEnter, onFocus, children, ...anchor }: Props) {
  const router = useRouter();
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ href: to });
  };
  const preload = ({ currentTarget, type }: SyntheticEvent) => {
    const timer = setTimeout(
      () => void router.preloadRoute({ to: to.split('?')[0] ?? to }).catch(() => undefined),
      intentMs,
    );
    currentTarget.addEventListener(type === 'focus' ? 'blur' : 'pointerleave', () => clearTimeout(timer), {
      once: true,
    });
  };
  return (
    <a
      {...anchor}
      href={to}
      onClick={go}
      onPointerEnter={(event: PointerEvent<HTMLAnchorElement>) => {
        onPointerEnter?.(event);
        preload(event);
      }}
      onFocus={(event: FocusEvent<HTMLAnchorElement>) => {
        onFocus?.(event);
        preload(event);
      }}
    >
      {children}
    </a>
  );
}
