/** Text that is truncated to its place, with a button that shows all of it. */
import { UnstyledButton } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import classes from './long-text.module.css';

export function LongText({ children }: { children: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  const text = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = text.current;
    if (!element || isOpen) return undefined;
    const measure = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight));
    measure.observe(element);
    return () => measure.disconnect();
  }, [children, isOpen]);
  return (
    <span className={classes['long']}>
      {/* An own, empty title hides the tooltip of an ancestor. */}
      <span ref={text} title="" className={classes['text']} data-open={isOpen || undefined}>
        {children}
      </span>
      {isCut && (
        <UnstyledButton className={classes['more'] ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Less' : 'More'}
        </UnstyledButton>
      )}
    </span>
  );
}
