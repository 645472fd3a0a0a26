/** Position of a form in the document, used to focus its fields, also from another tab. */
import { useCallback, useRef } from 'react';

export interface FormPlace {
  /** Ref of the form element. */
  ref: (element: HTMLFormElement | null) => void;
  /** Form element while it is mounted. */
  element: () => HTMLFormElement | null;
  /** Focuses the field at `path`, or the first invalid one. */
  show: (path?: string) => void;
  /** Element in the form that last had the focus. */
  last: () => HTMLElement | undefined;
}

const invalidField = '[aria-invalid="true"]';

/** `reveal` opens the tab that shows the form. */
export function useFormPlace(reveal: (() => void) | undefined): FormPlace {
  const element = useRef<HTMLFormElement | null>(null);
  const pendingSelector = useRef<string>(undefined);
  const last = useRef<HTMLElement>(undefined);
  const ref = useCallback((mounted: HTMLFormElement | null) => {
    element.current = mounted;
    mounted?.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) last.current = target;
    });
    if (mounted && pendingSelector.current) focusField(mounted, pendingSelector.current);
    if (mounted) pendingSelector.current = undefined;
  }, []);
  return {
    ref,
    element: () => element.current,
    last: () => (last.current?.isConnected ? last.current : undefined),
    show: (path) => {
      const selector = path ? `[data-path="${CSS.escape(path)}"]` : invalidField;
      if (element.current) return focusField(element.current, selector);
      pendingSelector.current = selector;
      reveal?.();
    },
  };
}

/** Maximum number of frames to wait until a change is rendered. */
const maxFrames = 30;

/**
 * Waits until the errors are rendered, then focuses the field and scrolls its error message to the middle, where the
 * save bar does not cover it.
 */
function focusField(form: HTMLFormElement, selector: string, frames = maxFrames): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>(selector);
    if (!field && frames > 0) return focusField(form, selector, frames - 1);
    field?.focus({ preventScroll: true });
    const message = field?.closest('.mantine-InputWrapper-root')?.querySelector('.mantine-InputWrapper-error');
    (message ?? field)?.scrollIntoView({ block: 'center' });
  });
}
