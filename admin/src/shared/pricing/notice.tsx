/** Notice on the page of a promotion, such as its conflicts, which its switch leads to while they block it. */
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './discount.module.css';

export const conflictsId = 'discount-conflicts';

/** Scrolls to the conflicts; used by the switch while it is blocked, and by links to them. */
export function showConflicts(): void {
  const conflicts = document.getElementById(conflictsId);
  conflicts?.focus({ preventScroll: true });
  conflicts?.scrollIntoView({ block: 'center' });
}

/** Alert with a title, as a region of the page. */
export const Notice = ({ label, id, children }: { label: string; id?: string; children: ReactNode }) => (
  <Alert
    {...(id && { id })}
    tabIndex={-1}
    variant="default"
    mb="lg"
    role="region"
    aria-label={label}
    className={classes['conflicts'] ?? ''}
  >
    {children}
  </Alert>
);
