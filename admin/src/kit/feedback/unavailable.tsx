/**
 * Makes a control unavailable without disabling it: it keeps its place and focus and explains why (looks.md: nothing is
 * disabled without a reason).
 */
import { Tooltip } from '@mantine/core';
import { cloneElement, type ReactElement } from 'react';

interface Props {
  /** Reason as a sentence; empty if the control is available. */
  why: string | false | null | undefined;
  children: ReactElement<object>;
}

const preventDefault = (event: { preventDefault: () => void }) => event.preventDefault();

/** With a reason, `children` ignores clicks and shows the reason as a tooltip. */
export function Unavailable({ why, children }: Props) {
  const state = {
    'aria-disabled': true,
    'aria-description': why || undefined,
    'data-disabled': true,
    onClick: preventDefault,
  };
  // Same elements in both states, so that the focused control is not remounted.
  return (
    <Tooltip label={why} disabled={!why}>
      {cloneElement(children, why ? state : {})}
    </Tooltip>
  );
}
