/** Menu of the current saved view: owner and actions. */
import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { mayChangeView, type SavedView } from '#contract/saved-view.ts';
import { role, subject } from '../api/session.ts';
import { inMain } from '../feedback/in-main.ts';
import classes from './views.module.css';

export const mayChange = (view: SavedView): boolean => mayChangeView(view, { userId: subject(), role: role() ?? '' });

export function ownershipOf({ ownerId, ownerName, isShared }: SavedView): string {
  if (!isShared) return 'Only you see this view';
  return ownerId === subject() ? 'Yours, shared with the team' : `Shared by ${ownerName}`;
}

interface Props {
  view: SavedView;
  /** Absent: no changes. */
  discard: (() => void) | undefined;
  copy: () => void;
  rename: () => void;
  remove: () => void;
}

export function ViewMenu({ view, discard, copy, rename, remove }: Props) {
  return (
    <Menu position="bottom-start" portalProps={inMain} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes['menu']} aria-label={`The view ${view.name}`}>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{ownershipOf(view)}</Menu.Label>
        {discard && <Menu.Item onClick={discard}>Discard changes</Menu.Item>}
        <Menu.Item onClick={copy}>Save as new view</Menu.Item>
        {mayChange(view) && (
          <>
            <Menu.Item onClick={rename}>Rename or share</Menu.Item>
            <Menu.Divider />
            <Menu.Item c="var(--mantine-color-red-light-color)" onClick={remove}>
              Delete view
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
