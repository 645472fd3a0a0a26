/** At the bottom of the window while something is not saved: what it is, and what is to be done with it. */
import { Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import { commandKey } from '../feedback/keys.ts';
import classes from './bottom-bar.module.css';

/** `children`: what it is, which is read out, and buttons. */
export function BottomBar({ label, said, children }: { label: string; said: ReactNode; children: ReactNode }) {
  return (
    <div className={classes['bar']} data-save-bar role="region" aria-label={label}>
      <span role="status">{said}</span>
      {children}
    </div>
  );
}

/** Beside the word of a button that a key presses. */
export const KeyOf = ({ letter }: { letter: string }) => (
  <Kbd size="xs" className={classes['key'] ?? ''}>
    {commandKey}
    {letter}
  </Kbd>
);
