/** Preloads the page behind a row's link while the row is hovered or focused. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, type RefObject } from 'react';
import { rowOf } from './row-focus.ts';

/** Delay that ignores rows the pointer or a held arrow key only passes. */
const restMs = 50;

/** Preloads the page of the row that the pointer or the focus rests on. */
export function useRowPreload(rows: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    const frame = rows.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let row: HTMLElement | undefined;
    const onRest = (on: HTMLElement | undefined) => {
      if (on === row) return;
      row = on;
      clearTimeout(timer);
      const to = on?.querySelector<HTMLAnchorElement>('[data-row-link]')?.pathname;
      if (to) timer = setTimeout(() => void router.preloadRoute({ to }), restMs);
    };
    const onPoint = ({ target }: Event) => onRest(rowOf(target as Element));
    const leave = () => onRest(undefined);
    frame?.addEventListener('pointerover', onPoint);
    frame?.addEventListener('focusin', onPoint);
    frame?.addEventListener('pointerleave', leave);
    return () => {
      clearTimeout(timer);
      frame?.removeEventListener('pointerover', onPoint);
      frame?.removeEventListener('focusin', onPoint);
      frame?.removeEventListener('pointerleave', leave);
    };
  }, [router, rows]);
}
