/**
 * Makes a control unavailable without disabling it: it keeps its place and focus, and the reason stands beside it.
 * What this role or this state can never do is not rendered at all.
 */
import { Tooltip } from '@mantine/core';
import { cloneElement, type ReactElement, useId } from 'react';
import classes from './unavailable.module.css';

interface Props {
  /** Reason as a sentence; empty if the control is available. */
  why: string | false | null | undefined;
  /** The screen shows the reason already, as a page number or a spinner does: it is a tooltip only. */
  isShown?: boolean;
  children: ReactElement<object>;
}

const preventDefault = (event: { preventDefault: () => void }) => event.preventDefault();

/** With a reason, `children` ignores clicks. */
export function Unavailable({ why, isShown = false, children }: Props) {
  const id = useId();
  const state = {
    'aria-disabled': true,
    ...(isShown ? { 'aria-description': why } : { 'aria-describedby': id }),
    'data-disabled': true,
    onClick: preventDefault,
  };
  // Same elements in both states, so that the focused control is not remounted.
  return (
    <>
      <Tooltip label={why} disabled={!why || !isShown}>
        {cloneElement(children, why ? state : {})}
      </Tooltip>
      {why && !isShown && (
        <small id={id} className={classes['why']}>
          {why}
        </small>
      )}
    </>
  );
}
