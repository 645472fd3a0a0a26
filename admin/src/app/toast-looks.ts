/** Styles and options of toasts. */
export type Tone = 'success' | 'warning' | 'error';

export const styles = {
  success: { color: 'green', autoClose: 4000 },
  warning: { color: 'yellow', autoClose: 6000 },
  // Stays until it is closed or until the next attempt.
  error: { color: 'red', autoClose: false },
} as const;

/** Key of the subject in a notification. */
export const aboutKey = 'data-about';

/** Maximum number of visible toasts; others would queue. */
export const maxToasts = 4;

type Series = readonly [one: string, many: string];

export interface ToastOptions {
  reason?: string | undefined;
  /** Name of the subject, for work on many records in sequence. */
  about?: string | undefined;
  /** Undo callback. */
  undo?: (() => void) | undefined;
  /**
   * Singular and plural noun, such as "order" and "orders"; successes of a series in sequence are counted in one toast.
   */
  series?: Series | undefined;
}

/** Media query of phones, where toasts are at the bottom. */
export const phone = '(max-width: 767px)';
