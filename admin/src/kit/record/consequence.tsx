/** What pressing something does to whom stands beside it before it is pressed; or why it cannot be done now. */
import { type ReactNode, useId } from 'react';
import classes from './consequence.module.css';

export interface Consequence {
  text: string;
  /** It cannot be done now: pressing leads to where that is mended. */
  mend?: (() => void) | undefined;
}

interface Props {
  of: Consequence | undefined;
  /** Draws what is pressed, with these. */
  children: (props: { 'aria-describedby'?: string; 'aria-disabled'?: boolean }) => ReactNode;
}

export function WithConsequence({ of, children }: Props) {
  const id = useId();
  // One shape: what is pressed stays the same element when the text arrives, and keeps the focus.
  return (
    <div className={classes['both']}>
      {of && (
        <p id={id} className={classes['text']}>
          {of.text}
        </p>
      )}
      {children(of ? { 'aria-describedby': id, ...(of.mend && { 'aria-disabled': true }) } : {})}
    </div>
  );
}
