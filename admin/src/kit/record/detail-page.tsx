/** Layout of a record's page: title, badge, actions, tabs as routes, content, and an aside with facts and history. */
import { Link, useRouterState } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { IsSection } from '../feedback/failures.tsx';
import { PageAlert } from '../feedback/page-alert.tsx';
import { formatNumber } from '../format/formats.ts';
import { PageHeading } from '../display/page-heading.tsx';
import { Thumbnail } from '../display/thumbnail.tsx';
import { type HeadActions, HeadButtons } from './head-actions.tsx';
import { type Above, useTitledPage } from './page-title.ts';
import classes from './detail-page.module.css';

export interface DetailPageProps {
  title: string;
  /** Parent pages for the breadcrumb, outermost first, if the record is part of another. */
  above?: readonly Above[] | undefined;
  /** URL of the image. */
  image?: string | null;
  badge?: ReactNode;
  /** Line below the title. */
  subtitle?: ReactNode;
  actions?: HeadActions | undefined;
  /** Tabs as routes; the current one is marked. */
  tabs?: readonly { label: string; to: string; count?: number | undefined }[] | undefined;
  side?: ReactNode;
  children: ReactNode;
}

export function DetailPage({ title, above, image, badge, subtitle, actions, tabs, side, children }: DetailPageProps) {
  useTitledPage(title, above);
  return (
    <article>
      <header className={classes['head']}>
        {image && <Thumbnail src={image} width={36} height={36} />}
        <PageHeading title={title} at={tabs?.[0]?.to} />
        {badge}
        {actions && <HeadButtons {...actions} />}
        {subtitle && <div className={classes['subtitle']}>{subtitle}</div>}
      </header>
      <PageAlert />
      <div className={classes['body']} data-side={side ? true : undefined}>
        {tabs && <Tabs tabs={tabs} />}
        <div className={classes['middle']} data-column>
          {children}
        </div>
        {side && <aside className={classes['side']}>{side}</aside>}
      </div>
    </article>
  );
}

/** Tab paths can be prefixes of others, so only an exact match is current. */
const exact = { exact: true };

function Tabs({ tabs }: { tabs: NonNullable<DetailPageProps['tabs']> }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const nav = useRef<HTMLElement>(null);
  // Scrolls the current tab into view.
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

/** List of labels and values in the aside; values with the same label stand below each other. */
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
        {[...Map.groupBy(facts, ([label]) => label)].map(([label, all]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            {all.map(([, value], index) => (
              <dd key={index}>{value}</dd>
            ))}
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

interface SectionProps {
  title: string;
  /** Set if something links to the section. */
  id?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** Part of a page with its own heading. */
export function Section({ title, id, actions, children }: SectionProps) {
  return (
    <section className={classes['section']} aria-label={title} id={id} tabIndex={id ? -1 : undefined}>
      <div className={classes['sectionHead']}>
        <h2>{title}</h2>
        {actions}
      </div>
      <IsSection value>{children}</IsSection>
    </section>
  );
}
