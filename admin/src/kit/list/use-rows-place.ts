/** Where the rows of a list are scrolled to: back from a record that was opened there, at its row, which has the focus. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { perSession } from '../api/session.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The breadcrumb leads back to where one was, as the browser's own button does. */
    returns?: boolean;
  }
}

interface Place {
  /** The row that was opened. */
  row: string;
  /** Pixels: of the rows in their frame, and of the page, which scrolls on phones. */
  top: number;
  pageTop: number;
  /** The list in the browser's history. */
  entry: string | undefined;
}

/** Of each list, by its address, where a record was opened last. */
const places = perSession(() => new Map<string, Place>());

/** `asked`: what the list shows. `hasRows`: it is drawn. */
export function useRowsPlace(page: RefObject<HTMLElement | null>, asked: string, hasRows: boolean): void {
  const router = useRouter();
  const [{ pathname, state }] = useState(() => router.latestLocation);
  const known = places().get(pathname);
  const wanted = useRef(state.returns || known?.entry === state.__TSR_key ? known : undefined);
  const remember = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('[data-row-link]') : null;
    const row = link?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    if (row === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const top = page.current?.querySelector('[data-rows]')?.scrollTop ?? 0;
    places().set(pathname, { row, top, pageTop: scrollY, entry: router.latestLocation.state.__TSR_key });
  });
  useEffect(() => {
    const list = page.current;
    // Before the link leads away.
    list?.addEventListener('click', remember, true);
    return () => list?.removeEventListener('click', remember, true);
  }, [page]);
  // Other rows are read from their top. The first are there already; others are laid out once, with their frame.
  const before = useRef(asked);
  useEffect(() => {
    if (before.current === asked) return undefined;
    before.current = asked;
    const toTop = () => page.current?.querySelector('[data-rows]')?.scrollTo({ top: 0 });
    const frame = requestAnimationFrame(toTop);
    return () => cancelAnimationFrame(frame);
  }, [page, asked]);
  // The breadcrumb keeps the place of the page that it was on.
  useEffect(() => {
    if (state.returns) scrollTo({ top: 0 });
  }, [state]);
  useEffect(() => {
    const place = wanted.current;
    if (!hasRows || !place) return;
    wanted.current = undefined;
    page.current?.querySelector('[data-rows]')?.scrollTo({ top: place.top });
    scrollTo({ top: place.pageTop });
    // Who has gone on to something meanwhile stays there.
    if (document.activeElement?.closest('input, textarea, select, [role="dialog"]')) return;
    const row = page.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(place.row)}"] [data-row-link]`);
    row?.focus({ preventScroll: true });
  }, [page, hasRows]);
}
