/** Bar at the bottom of the window while something is unsaved. */
import { Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import { commandKey } from '../feedback/keys.ts';
import { useRootMark } from '../use-root-mark.ts';
import classes from './bottom-bar.module.css';

/** `status`: announced by screen readers; `children`: buttons. */
export function BottomBar({ label, status, children }: { label: string; status: ReactNode; children: ReactNode }) {
  useRootMark('saveBar');
  return (
    <div className={classes['bar']} data-save-bar role="region" aria-label={label}>
      <span role="status">{status}</span>
      {children}
    </div>
  );
}

/** Keyboard shortcut shown beside the label of a button. */
export const KeyOf = ({ letter }: { letter: string }) => (
  <Kbd size="xs" className={classes['key'] ?? ''}>
    {commandKey}
    {letter}
  </Kbd>
);
