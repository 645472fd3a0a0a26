/** Menu of the current saved view: owner and actions. */
import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { mainPortalProps } from '../feedback/in-main.ts';
import { mayChange, ownershipOf, type ViewActions } from './view-actions.ts';
import classes from './views.module.css';

export function ViewMenu({ view, discard, copy, rename, remove }: ViewActions) {
  return (
    <Menu position="bottom-start" portalProps={mainPortalProps} withInitialFocusPlaceholder={false}>
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
