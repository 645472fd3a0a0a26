/** Keyboard shortcuts of a list. */
import { useWindowEvent } from '../use-window-event.ts';
import { isTyping, type Keys, usePageKeys } from '../feedback/keys.ts';
import { focusRow, nextRow, rowOf, rowsOf } from './row-focus.ts';
import { useEffect, useRef } from 'react';

const moving: Keys = [
  ['↑ ↓', 'Move between rows'],
  ['Enter', 'Open the row'],
];
const paging: Keys = [
  ['/', 'Search'],
  ['[ ]', 'Previous and next page'],
];
const creating: Keys = [['n', 'Create']];

/**
 * `/` focuses the search, ↑ ↓ move between rows (Enter opens the link), `n` creates, `[` `]` change the page. Without
 * `turn` the list has no search and no pages.
 */
export function useListKeys(create?: () => void, turn?: (step: 1 | -1) => void): void {
  usePageKeys(moving);
  usePageKeys(turn && paging);
  usePageKeys(create && creating);
  const steps = useWaitingSteps();
  useWindowEvent('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest('[role="dialog"], [role="menu"]')
    )
      return;
    const isInSearch = target.matches('[data-list-search]');
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && (!isTyping(event) || (isInSearch && step === 1))) {
      if (!steps.wait(step)) focusRow(nextRow(rowOf(target), step));
    } else if (isTyping(event)) return;
    else if (event.key === '/' && turn) document.querySelector<HTMLInputElement>('[data-list-search]')?.select();
    else if (event.key === 'n' && create) create();
    else if (event.key === '[' && turn) turn(-1);
    else if (event.key === ']' && turn) turn(1);
    else return;
    event.preventDefault();
  });
}

const isLoading = () => document.querySelector('[data-rows] > table')?.getAttribute('aria-busy') === 'true';

/** Queue of arrow-key steps. */
interface WaitingSteps {
  /** Queues a step while rows load; returns false if they are there. */
  wait: (step: number) => boolean;
}

/** Queues arrow-key steps while the page's list loads. Another key or a click cancels them. */
function useWaitingSteps(): WaitingSteps {
  const waiting = useRef(0);
  const giveUp = () => {
    waiting.current = 0;
  };
  useEffect(() => {
    if (waiting.current === 0 || isLoading()) return;
    focusRow(rowsOf(document).slice(0, waiting.current).at(-1));
    giveUp();
  });
  useWindowEvent('pointerdown', giveUp);
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'ArrowDown' && key !== 'ArrowUp') giveUp();
  });
  return {
    wait: (step) => {
      if (!isLoading()) return false;
      waiting.current = Math.max(0, waiting.current + step);
      return true;
    },
  };
}
