/** Strip of figures: label, number and a hint below it; a figure with a path links to what it counts. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './figures.module.css';

export interface Figure {
  label: string;
  value: ReactNode;
  /** Small text below the value. */
  hint?: ReactNode;
  /** Path that the whole figure links to. */
  to?: string;
  /** Search params of the path. */
  search?: Readonly<Record<string, string>>;
}

export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <section aria-label="Figures">
    <dl className={classes['figures']}>
      {figures.map(({ label, value, hint, to, search = {} }) => (
        <div key={label}>
          <dt>
            {to === undefined ? (
              label
            ) : (
              <Link to={to} search={search}>
                {label}
              </Link>
            )}
          </dt>
          <dd>
            {value}
            {hint && <small>{hint}</small>}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
