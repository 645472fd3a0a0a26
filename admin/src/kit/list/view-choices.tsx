/** Dropdown of the menu of a saved view. */
import { Menu } from '@mantine/core';
import { ButtonMenu } from '../feedback/dropdown.tsx';
import { mainPortalProps } from '../feedback/in-main.ts';
import type { DropdownOf } from '../feedback/use-dropdown.ts';
import { mayChange, ownershipOf, type ViewActions } from './view-actions.ts';

export function ViewChoices({ of, view, discard, copy, rename, remove }: ViewActions & { of: DropdownOf }) {
  return (
    <ButtonMenu of={of} position="bottom-start" portalProps={mainPortalProps}>
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
    </ButtonMenu>
  );
}
