/** Where a form stands on the screen, if it does: to lead people to a field of it, from another tab too. */
import { useCallback, useRef } from 'react';

export interface FormPlace {
  /** For the form's element. */
  ref: (element: HTMLFormElement | null) => void;
  /** The element, while it is drawn. */
  element: () => HTMLFormElement | null;
  /** Leads to the field at `path`, else to the first wrong one. */
  show: (path?: string) => void;
  /** Where in it the person was last. */
  last: () => HTMLElement | undefined;
}

const wrong = '[aria-invalid="true"]';

/** `reveal` opens the tab that the form is on. */
export function useFormPlace(reveal: (() => void) | undefined): FormPlace {
  const element = useRef<HTMLFormElement | null>(null);
  const wanted = useRef<string>(undefined);
  const last = useRef<HTMLElement>(undefined);
  const ref = useCallback((drawn: HTMLFormElement | null) => {
    element.current = drawn;
    drawn?.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) last.current = target;
    });
    if (drawn && wanted.current) focusField(drawn, wanted.current);
    if (drawn) wanted.current = undefined;
  }, []);
  return {
    ref,
    element: () => element.current,
    last: () => (last.current?.isConnected ? last.current : undefined),
    show: (path) => {
      const selector = path ? `[data-path="${CSS.escape(path)}"]` : wrong;
      if (element.current) return focusField(element.current, selector);
      wanted.current = selector;
      reveal?.();
    },
  };
}

/** Within so many frames what was just set is drawn, on a slow machine too. */
const drawnFrames = 30;

/**
 * After the errors are drawn. The sentence is scrolled to, which may stand far below the beginning of its field; to the
 * middle, where the save bar is not.
 */
function focusField(form: HTMLFormElement, selector: string, frames = drawnFrames): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>(selector);
    if (!field && frames > 0) return focusField(form, selector, frames - 1);
    field?.focus({ preventScroll: true });
    const sentence = field?.closest('.mantine-InputWrapper-root')?.querySelector('.mantine-InputWrapper-error');
    (sentence ?? field)?.scrollIntoView({ block: 'center' });
  });
}
