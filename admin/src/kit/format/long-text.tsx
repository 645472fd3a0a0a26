/** A text that may be longer than its place: cut there, and all of it, to be read and selected, at the press of a button. */
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
      {/* Its own title: it is not told by hovering alone. */}
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
