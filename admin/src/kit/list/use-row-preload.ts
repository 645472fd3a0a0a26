/** Where the pointer or the focus rests on a row, the page behind its link is made ready. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, type RefObject } from 'react';
import { rowOf } from './row-focus.ts';

/** Who only passes by asks for nothing: a mouse on its way, an arrow key held down. */
const restMs = 50;

export function useRowPreload(rows: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    const frame = rows.current;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let row: HTMLElement | undefined;
    const rest = (on: HTMLElement | undefined) => {
      if (on === row) return;
      row = on;
      clearTimeout(waiting);
      const to = on?.querySelector<HTMLAnchorElement>('[data-row-link]')?.pathname;
      if (to) waiting = setTimeout(() => void router.preloadRoute({ to }), restMs);
    };
    const point = ({ target }: Event) => rest(rowOf(target as Element));
    const leave = () => rest(undefined);
    frame?.addEventListener('pointerover', point);
    frame?.addEventListener('focusin', point);
    frame?.addEventListener('pointerleave', leave);
    return () => {
      clearTimeout(waiting);
      frame?.removeEventListener('pointerover', point);
      frame?.removeEventListener('focusin', point);
      frame?.removeEventListener('pointerleave', leave);
    };
  }, [router, rows]);
}
