/**
 * One thing: title, badge, actions, tabs that are routes, the form in the middle, facts and history at the
 * side.
 */
import { Link, useRouterState } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { PageAlert } from '../feedback/page-alert.tsx';
import { formatNumber } from '../format/formats.ts';
import { Thumbnail } from '../format/thumbnail.tsx';
import { type Above, useTitledPage } from './page-title.ts';
import classes from './detail-page.module.css';

export interface DetailPageProps {
  title: string;
  /** What it is a part of, below an entry of the navigation: outermost first. */
  above?: readonly Above[] | undefined;
  /** The address of its picture, where there is one. */
  image?: string | null;
  badge?: ReactNode;
  /** One line below the title. */
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** Routes; the one that is open is marked. */
  tabs?: readonly { label: string; to: string; count?: number | undefined }[];
  side?: ReactNode;
  children: ReactNode;
}

export function DetailPage({ title, above, image, badge, subtitle, actions, tabs, side, children }: DetailPageProps) {
  useTitledPage(title, above);
  return (
    <article>
      <header className={classes['head']}>
        {image && <Thumbnail src={image} width={40} height={40} />}
        <h1>{title}</h1>
        {badge}
        {actions && (
          <div className={classes['actions']} data-page-actions>
            {actions}
          </div>
        )}
        {subtitle && <div className={classes['subtitle']}>{subtitle}</div>}
      </header>
      <PageAlert />
      {tabs && <Tabs tabs={tabs} />}
      <div className={classes['body']} data-side={side ? true : undefined}>
        <div className={classes['middle']}>{children}</div>
        {side && <aside className={classes['side']}>{side}</aside>}
      </div>
    </article>
  );
}

/** A tab's address may begin with another's: only the whole address is the current place. */
const exact = { exact: true };

function Tabs({ tabs }: { tabs: NonNullable<DetailPageProps['tabs']> }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const nav = useRef<HTMLElement>(null);
  // Of more than fit, the one that is open is seen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <nav ref={nav} className={classes['tabs']} aria-label="Tabs">
      {tabs.map(({ label, to, count }) => (
        <Link key={to} to={to} activeOptions={exact} aria-current={path === to ? 'page' : undefined}>
          {label}
          {count !== undefined && <span> {formatNumber(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** Label and value, one under the other, at the side of a detail page. */
export function Facts({
  title,
  facts,
}: {
  title: string;
  facts: readonly (readonly [label: string, value: ReactNode])[];
}) {
  return (
    <section className={classes['facts']} aria-label={title}>
      <h2>{title}</h2>
      <dl>
        {facts.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

interface SectionProps {
  title: string;
  /** Something leads to it. */
  id?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page with a heading of its own. */
export function Section({ title, id, actions, children }: SectionProps) {
  return (
    <section className={classes['section']} aria-label={title} id={id} tabIndex={id ? -1 : undefined}>
      <div className={classes['sectionHead']}>
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
