/** Navigation beside the page: brand, entries that the role may open, with what waits in each, and pinned views. */
import { Tooltip } from '@mantine/core';
import {
  type Icon,
  IconBook2,
  IconCalendar,
  IconClipboardCheck,
  IconInbox,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPackage,
  IconReceipt,
  IconRosetteDiscount,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { countWords, type getCounts } from '#contract/home/counts.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { listPinnedViews } from '#contract/kernel/saved-view.ts';
import { role } from '#kit/api/session.ts';
import { brand, tenant } from '#kit/api/tenant.ts';
import type { Group } from '#kit/area.ts';
import { PageLink } from '#kit/display/page-link.tsx';
import { formatTotal } from '#kit/format/formats.ts';
import { entryAt, groupAt, menuOf } from './menu.ts';
import classes from './navigation.module.css';
import { useNavigationData } from './use-navigation-data.ts';

interface Props {
  path: string;
  isFolded?: boolean;
  /** Absent in the drawer, which cannot be collapsed. */
  onFold?: () => void;
  onGo?: () => void;
}

/** Pages of *System* are in the account menu. */
const icons: Readonly<Record<Exclude<Group, 'System'>, Icon> & Partial<Record<Group, Icon>>> = {
  Courses: IconBook2,
  Calendar: IconCalendar,
  Review: IconClipboardCheck,
  Orders: IconReceipt,
  Payments: IconWallet,
  Promotions: IconRosetteDiscount,
  Catalogue: IconPackage,
  People: IconUsers,
};

export function Navigation({ path, isFolded = false, onFold, onGo }: Props) {
  const { counts, views } = useNavigationData();
  const entry = (label: string, to: string, icon: Icon, isHere: boolean) => {
    const own = counts.filter(({ group }) => group === label);
    return <Entry key={label} {...{ label, to, icon, isHere, isFolded, onGo }} counts={own} />;
  };
  const here = groupAt(path);
  return (
    <div className={classes['root']} data-folded={isFolded || undefined}>
      <PageLink to="/home" className={classes['brand']} onClick={onGo} aria-label={`${brand}, today`}>
        <img src={`/favicon-${tenant}.svg`} alt="" width={24} height={24} />
        {!isFolded && <span>{brand}</span>}
      </PageLink>
      <nav className={classes['entries']} aria-label="Main">
        {entry('Today', '/home', IconInbox, path === '/home')}
        {menuOf(role() ?? '').map(({ group, entries: [first] }) => {
          const icon = icons[group];
          return first && icon && entry(group, first.to, icon, group === here);
        })}
      </nav>
      {views.length > 0 && <PinnedViews {...{ views, path, isFolded, onGo }} />}
      {onFold && (
        <button
          type="button"
          className={classes['fold']}
          onClick={onFold}
          aria-expanded={!isFolded}
          aria-label="Fold the navigation"
        >
          {isFolded ? (
            <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
          ) : (
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
          )}
        </button>
      )}
    </div>
  );
}

type Counts = Reply<typeof getCounts>['counts'];

interface EntryProps {
  label: string;
  to: string;
  icon: Icon;
  counts: Counts;
  isHere: boolean;
  isFolded: boolean;
  onGo: Props['onGo'];
}

function Entry({ label, to, icon: EntryIcon, counts, isHere, isFolded, onGo }: EntryProps) {
  const total = counts.reduce((sum, one) => sum + one.total, 0);
  const isCapped = counts.some(({ isTotalCapped }) => isTotalCapped);
  const details = counts.map((one) => `${formatTotal(one.total, one.isTotalCapped)} ${countWords[one.what]}`);
  const words = [label, ...details].join(', ');
  return (
    <Tooltip label={words} position="right" disabled={!isFolded && total === 0}>
      <PageLink
        to={to}
        className={classes['entry']}
        aria-current={isHere ? 'page' : undefined}
        aria-label={words}
        onClick={onGo}
      >
        <EntryIcon size={18} stroke={1.6} aria-hidden />
        <span className={classes['label']}>{label}</span>
        {total > 0 && (
          <span className={classes['count']}>
            {isFolded ? formatTotal(Math.min(total, 99), total > 99) : formatTotal(total, isCapped)}
          </span>
        )}
      </PageLink>
    </Tooltip>
  );
}

interface PinnedProps extends Pick<Props, 'path' | 'onGo'> {
  views: Reply<typeof listPinnedViews>['views'];
  isFolded: boolean;
}

function PinnedViews({ views, path, isFolded, onGo }: PinnedProps) {
  const open = useRouterState({ select: ({ location: { search } }) => (search as { view?: string }).view });
  return (
    <nav className={classes['pinned']} aria-label="Pinned views">
      <div className={classes['title']} aria-hidden>
        {isFolded ? '' : 'Pinned views'}
      </div>
      {views.map(({ viewId, list, name, query }) => {
        const { label, icon: ListIcon } = entryAt(list)!;
        return (
          <Tooltip key={viewId} label={`${label}: ${name}`} position="right">
            <Link
              to={list}
              search={{ ...Object.fromEntries(new URLSearchParams(query)), view: viewId }}
              className={classes['entry']}
              aria-current={path === list && open === viewId ? 'page' : undefined}
              onClick={onGo}
            >
              <ListIcon size={18} stroke={1.6} aria-hidden />
              <span className={classes['label']}>{name}</span>
            </Link>
          </Tooltip>
        );
      })}
    </nav>
  );
}
