/** Text beside a control that describes its effect, or why it is unavailable. */
import { type ReactNode, useId } from 'react';
import classes from './consequence.module.css';

/** Effect of an action in one sentence. */
export interface Consequence {
  text: string;
  /** Set if the action is unavailable; pressing leads to where that can be fixed. */
  mend?: (() => void) | undefined;
}

interface Props {
  of: Consequence | undefined;
  /** Renders the control with these props. */
  children: (props: { 'aria-describedby'?: string; 'aria-disabled'?: boolean }) => ReactNode;
}

/** Renders a control with its consequence as description; without one, the control alone. */
export function WithConsequence({ of, children }: Props) {
  const id = useId();
  // The structure stays the same with and without text, so that the control is not remounted and keeps the focus.
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
