/**
 * Tooltip of a control, under the pointer and with visible focus. Mantine's takes a dozen components for each control, so
 * it is rendered when it is first shown, beside the control, which stays the same element.
 */
import { cloneElement, type FocusEvent, type MouseEvent, type ReactElement, Suspense, useRef, useState } from 'react';
import { later } from '../later.ts';

const HintShown = later(async () => (await import('./hint-shown.tsx')).HintShown);

interface Props {
  /** Absent: no tooltip. */
  text: string | undefined;
  position?: 'right';
  children: ReactElement<object>;
}

/** Delay under the pointer, as in the theme. */
const hoverMs = 400;

export function Hint({ text, position, children }: Props) {
  const { shown, handlers } = useShown();
  return (
    <>
      {cloneElement(children, text ? handlers : {})}
      {text && shown && (
        <Suspense>
          <HintShown text={text} position={position} {...shown} />
        </Suspense>
      )}
    </>
  );
}

/** Control that had its tooltip shown last, and the handlers that show and hide it. */
function useShown() {
  const [shown, setShown] = useState<{ control: HTMLElement; isShown: boolean }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (control: HTMLElement) => setShown({ control, isShown: true });
  const hide = () => {
    clearTimeout(timer.current);
    setShown((before) => before && { ...before, isShown: false });
  };
  const handlers = {
    onMouseEnter: ({ currentTarget }: MouseEvent<HTMLElement>) => {
      timer.current = setTimeout(() => show(currentTarget), hoverMs);
    },
    onMouseLeave: hide,
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (currentTarget.matches(':focus-visible')) show(currentTarget);
    },
    onBlur: hide,
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Escape') hide();
    },
  };
  return { shown, handlers };
}
