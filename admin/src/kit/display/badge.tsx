/** Status badge; only statuses are coloured (domain.md, Badge colours). */
import type { ReactNode } from 'react';
import classes from './badge.module.css';

export type BadgeColour = 'yellow' | 'green' | 'blue' | 'grey' | 'red' | 'purple';

/** Class of an element with `data-colour` that has the colours of a badge without its shape. */
export const tint = classes['tint'] ?? '';

export function Badge({ colour, children }: { colour: BadgeColour; children: ReactNode }) {
  return (
    <span className={`${classes['badge']} ${tint}`} data-colour={colour}>
      {children}
    </span>
  );
}
