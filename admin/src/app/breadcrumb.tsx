/** Breadcrumb of the current page: group, list (with its last search), parent pages, and the page itself. */
import { Link } from '@tanstack/react-router';
import { Fragment, useEffect } from 'react';
import { lastSearch } from '#kit/list/last-search.ts';
import { usePageTitle } from '#kit/record/page-title.ts';
import { remember } from './recents.ts';
import { useEntry } from './menu.ts';
import classes from './shell.module.css';

/** By default the router marks links to every parent path as active. */
const exact = { exact: true };
/** Returns to the opened row, like the browser's back button. */
const returning = { returns: true };

export function Breadcrumb({ path }: { path: string }) {
  const { title, above } = usePageTitle();
  const isPart = above.length > 0;
  const here = useEntry(path);
  useEffect(() => {
    if (!here || !title || isPart) return;
    const [id = ''] = path.slice(here.to.length + 1).split('/');
    if (id) remember({ to: `${here.to}/${id}`, name: title, hint: here.label });
  }, [here, path, title, isPart]);
  return (
    <nav className={classes['place']} aria-label="Breadcrumb" aria-live="polite">
      {here && here.group !== here.label && (
        <span className={classes['group']}>
          {here.group} <span aria-hidden>/</span>
        </span>
      )}
      {here && title && title !== here.label && (
        <>
          <Link to={here.to} search={lastSearch(here.to)} state={returning} resetScroll={false} activeOptions={exact}>
            {here.label}
          </Link>
          <span aria-hidden>/</span>
        </>
      )}
      {above.map(({ label, to }) => (
        <Fragment key={to}>
          <Link to={to} activeOptions={exact}>
            {label}
          </Link>
          <span aria-hidden>/</span>
        </Fragment>
      ))}
      <span aria-current="page">{title || here?.label || (path === '/home' && 'Today')}</span>
    </nav>
  );
}
