/** List of lines within a dialog or a panel; it scrolls when it is long. */
import type { ReactNode } from 'react';
import classes from './scroll-list.module.css';

export interface ScrollLine {
  key: string;
  /** Parts side by side. */
  parts: readonly ReactNode[];
  /** The last part is the reason of a refusal. */
  isRefused?: boolean;
}

interface Props {
  label: string;
  lines: readonly ScrollLine[];
  /** The last part is a control or a mark, as wide as its content. */
  hasEnd?: boolean;
}

export const ScrollList = ({ label, lines, hasEnd = false }: Props) => (
  <ul className={classes['list']} aria-label={label}>
    {lines.map(({ key, parts, isRefused = false }) => (
      <li
        key={key}
        data-refused={isRefused || undefined}
        data-end={hasEnd || undefined}
        style={{ '--columns': parts.length } as object}
      >
        {parts.map((part, index) => (
          <span key={index}>{part}</span>
        ))}
      </li>
    ))}
  </ul>
);
