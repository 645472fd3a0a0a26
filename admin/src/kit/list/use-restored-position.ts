/** Restores a list's scroll position and focused row when returning from a record. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { perSession } from '../api/session.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set by the breadcrumb, which returns to the previous position like the back button. */
    returns?: boolean;
  }
}

interface Place {
  /** Id of the row that was opened. */
  row: string;
  /** Scroll positions in pixels: of the rows in their container, and of the page (on phones). */
  top: number;
  pageTop: number;
  /** History key of the list. */
  entry: string | undefined;
}

/** Position in each list by path, where a record was opened last. */
const places = perSession(() => new Map<string, Place>());

/** `listKey`: state of the list; `hasRows`: the rows are rendered. */
export function useRowsPlace(page: RefObject<HTMLElement | null>, listKey: string, hasRows: boolean): void {
  const router = useRouter();
  const [{ pathname, state }] = useState(() => router.latestLocation);
  const lastPlace = places().get(pathname);
  const pending = useRef(state.returns || lastPlace?.entry === state.__TSR_key ? lastPlace : undefined);
  const remember = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('[data-row-link]') : null;
    const row = link?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    if (row === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const top = page.current?.querySelector('[data-rows]')?.scrollTop ?? 0;
    places().set(pathname, { row, top, pageTop: scrollY, entry: router.latestLocation.state.__TSR_key });
  });
  useLayoutEffect(() => {
    const list = page.current;
    // Capture phase: before the link navigates.
    list?.addEventListener('click', remember, true);
    return () => list?.removeEventListener('click', remember, true);
  }, [page]);
  // A changed state scrolls to the top. Skipped for the first rows; others are scrolled with the next frame, to avoid a
  // second layout.
  const before = useRef(listKey);
  useEffect(() => {
    if (before.current === listKey) return undefined;
    before.current = listKey;
    const toTop = () => page.current?.querySelector('[data-rows]')?.scrollTo({ top: 0 });
    const frame = requestAnimationFrame(toTop);
    return () => cancelAnimationFrame(frame);
  }, [page, listKey]);
  // The breadcrumb link does not reset the scroll position of its own page.
  useEffect(() => {
    if (state.returns) scrollTo({ top: 0 });
  }, [state]);
  useEffect(() => {
    const place = pending.current;
    if (!hasRows || !place) return;
    pending.current = undefined;
    page.current?.querySelector('[data-rows]')?.scrollTo({ top: place.top });
    scrollTo({ top: place.pageTop });
    // An element that was focused meanwhile keeps the focus.
    if (document.activeElement?.closest('input, textarea, select, [role="dialog"]')) return;
    const row = page.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(place.row)}"] [data-row-link]`);
    row?.focus({ preventScroll: true });
  }, [page, hasRows]);
}
