/** How toasts look, and what can be said in one. */
export type Tone = 'success' | 'warning' | 'error';

export const looks = {
  success: { color: 'green', autoClose: 4000 },
  warning: { color: 'yellow', autoClose: 6000 },
  // Stays until it is closed, or until the next attempt.
  error: { color: 'red', autoClose: false },
} as const;

/** Where a toast keeps whom it is about. */
export const ofWhom = 'data-about';

/** At once; others would wait. */
export const mostShown = 4;

type Series = readonly [one: string, many: string];

export interface More {
  reason?: string | undefined;
  /** Whom or what it is about, where one is worked on after the other. */
  about?: string | undefined;
  /** The way back. */
  undo?: (() => void) | undefined;
  /** What is counted, as "order" and "orders": successes of a series that follow each other are one toast. */
  series?: Series | undefined;
}
