/** Row of the tree that is not an item yet. */
import type { ReactNode } from 'react';
import classes from './curriculum.module.css';

interface Props {
  style: { transform: string; height: number };
  label: string;
  title?: string | undefined;
  children: ReactNode;
}

export const LooseLine = ({ style, label, title, children }: Props) => (
  <div
    className={classes['new']}
    style={style}
    role="treeitem"
    aria-level={2}
    aria-selected={false}
    aria-label={label}
    tabIndex={-1}
    title={title}
  >
    {children}
  </div>
);
