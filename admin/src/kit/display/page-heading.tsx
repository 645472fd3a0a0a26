/** Heading of a page, on one line with links to the other pages of its group. */
import { useMatch } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { PageLink } from './page-link.tsx';
import classes from './page-heading.module.css';

interface PageGroup {
  name: string;
  pages: readonly { label: string; to: string }[];
}

let groupOf: (path: string) => PageGroup | undefined = () => undefined;

/** Sets how the group of a page is found, for groups of several pages; called once, before the first page. */
export const setPageGroups = (find: typeof groupOf): void => {
  groupOf = find;
};

interface Props {
  title: string;
  /** Number of rows of a list, as text. */
  total?: ReactNode;
  /** Path of the menu, if it differs from the current one, as on a tab. */
  at?: string | undefined;
}

export function PageHeading({ title, total, at }: Props) {
  const current = useMatch({ strict: false, select: ({ pathname }) => pathname.replace(/\/$/, '') });
  const path = at ?? current;
  const nav = useRef<HTMLElement>(null);
  // Narrow windows do not show all links at once.
  useEffect(() => {
    nav.current?.querySelector('h1')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  const heading = (
    <h1>
      {title} {total && <span>{total}</span>}
    </h1>
  );
  const group = groupOf(path);
  return group ? (
    <nav ref={nav} className={classes['pages']} aria-label={`Pages of ${group.name}`}>
      {group.pages.map(({ label, to }) =>
        to === path ? (
          <Fragment key={to}>{heading}</Fragment>
        ) : (
          <PageLink key={to} to={to}>
            {label}
          </PageLink>
        ),
      )}
    </nav>
  ) : (
    heading
  );
}
