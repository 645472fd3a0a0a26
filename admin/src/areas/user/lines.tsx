/** Compact list of what a person has: name with a line below, badge, and figures at the end. */
import type { ReactNode } from 'react';
import classes from './lines.module.css';

export interface Line {
  key: string;
  name: ReactNode;
  sub?: ReactNode;
  badge?: ReactNode;
  end?: ReactNode;
  endSub?: ReactNode;
}

export const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <ul className={classes['list']}>
    {lines.map(({ key, name, sub, badge, end, endSub }) => (
      <li key={key}>
        <div className={classes['what']}>
          {name}
          {sub && <small>{sub}</small>}
        </div>
        {badge}
        {(end !== undefined || endSub) && (
          <div className={classes['amount']}>
            {end}
            {endSub && <small>{endSub}</small>}
          </div>
        )}
      </li>
    ))}
  </ul>
);

/** Links beside the heading of a section. */
export const SectionLinks = ({ children }: { children: ReactNode }) => (
  <span className={classes['actions']}>{children}</span>
);
