/** The way to what is open: group, list (as it was last looked at), what it is a part of, the thing itself. */
import { Link } from '@tanstack/react-router';
import { Fragment, useEffect } from 'react';
import { lastSearch } from '#kit/list/last-search.ts';
import { usePageTitle } from '#kit/record/page-title.ts';
import { remember } from './recents.ts';
import { useEntry } from './use-entry.ts';
import classes from './shell.module.css';

/** The router would mark every address that this one begins with. */
const exact = { exact: true };
/** To the row that was opened, as the browser's own button does. */
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
      {here && (
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
      <span aria-current="page">{title || here?.label || (path === '/home' && 'Start')}</span>
    </nav>
  );
}
