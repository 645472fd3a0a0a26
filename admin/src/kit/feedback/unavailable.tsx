/**
 * A control that does nothing at present stays where it is, keeps the focus, and says why (looks.md: nothing is disabled
 * without a word).
 */
import { Tooltip } from '@mantine/core';
import { cloneElement, type ReactElement } from 'react';

interface Props {
  /** In a sentence; nothing: it works. */
  why: string | false | null | undefined;
  children: ReactElement<object>;
}

const nothing = (event: { preventDefault: () => void }) => event.preventDefault();
const shownOn = { hover: true, focus: true, touch: true };

export function Unavailable({ why, children }: Props) {
  const state = {
    'aria-disabled': true,
    'aria-description': why || undefined,
    'data-disabled': true,
    onClick: nothing,
  };
  // The same elements in both states: what has the focus must not be made anew.
  return (
    <Tooltip label={why} disabled={!why} events={shownOn} multiline maw={320}>
      {cloneElement(children, why ? state : {})}
    </Tooltip>
  );
}
