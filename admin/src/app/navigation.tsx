/** Navigation beside the page: brand, and entries that the role may open. */
import { Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { role } from '#kit/api/session.ts';
import { brand, tenant } from '#kit/api/tenant.ts';
import { PageLink } from '#kit/display/page-link.tsx';
import type { MenuEntry } from '#kit/area.ts';
import { menuOf, useEntry } from './menu.ts';
import classes from './navigation.module.css';

interface Props {
  path: string;
  isFolded?: boolean;
  /** Absent in the drawer, which cannot be collapsed. */
  onFold?: () => void;
  onGo?: () => void;
}

export function Navigation({ path, isFolded = false, onFold, onGo }: Props) {
  const here = useEntry(path);
  return (
    <div className={classes['root']} data-folded={isFolded || undefined}>
      <PageLink to="/home" className={classes['brand']} onClick={onGo} aria-label={`${brand}, start`}>
        <img src={`/favicon-${tenant}.svg`} alt="" width={24} height={24} />
        {!isFolded && <span>{brand}</span>}
      </PageLink>
      <nav className={classes['groups']} aria-label="Main">
        {menuOf(role() ?? '').map(({ group, entries }) => (
          <div key={group} role="group" aria-label={group}>
            <div className={classes['group']} aria-hidden>
              {isFolded ? '' : group}
            </div>
            {entries.map((entry) => (
              <Entry key={entry.to} entry={entry} isHere={entry === here} isFolded={isFolded} onGo={onGo} />
            ))}
          </div>
        ))}
      </nav>
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

function Entry({
  entry,
  isHere,
  isFolded,
  onGo,
}: {
  entry: MenuEntry;
  isHere: boolean;
  isFolded: boolean;
  onGo: Props['onGo'];
}) {
  const { icon: Icon, label, to } = entry;
  const link = (
    <PageLink to={to} className={classes['entry']} aria-current={isHere ? 'page' : undefined} onClick={onGo}>
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={classes['label']}>{label}</span>
    </PageLink>
  );
  return isFolded ? (
    <Tooltip label={label} position="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
