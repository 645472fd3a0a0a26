/** Status badge; only statuses are coloured (domain.md, Badge colours). */
import type { ReactNode } from 'react';
import classes from './badge.module.css';

export type BadgeColour = 'yellow' | 'green' | 'blue' | 'grey' | 'red' | 'purple';

export function Badge({ colour, children }: { colour: BadgeColour; children: ReactNode }) {
  return (
    <span className={classes['badge']} data-colour={colour}>
      {children}
    </span>
  );
}
