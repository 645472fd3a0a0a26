/** Arrow-key steps pressed while rows load; applied when the rows arrive. */
import { useEffect, useRef } from 'react';
import { useWindowEvent } from '../use-window-event.ts';
import { focusRow, rowsOf } from './row-focus.ts';

const isLoading = () => document.querySelector('[data-rows] > table')?.getAttribute('aria-busy') === 'true';

/** Queue of arrow-key steps. */
export interface WaitingSteps {
  /** Queues a step while rows load; returns false if they are there. */
  wait: (step: number) => boolean;
}

/** Queues arrow-key steps while the page's list loads. Another key or a click cancels them. */
export function useWaitingSteps(): WaitingSteps {
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
