/** Menu or popover of a button that is already on the page (use-dropdown.ts). */
import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core';
import { type Ref, type RefObject, useEffect, useEffectEvent, useImperativeHandle } from 'react';
import type { DropdownOf } from './use-dropdown.ts';
import { useOpened } from './use-opened.ts';

/** Passes the button to Mantine in place of an element of its own. */
function Target({ button, ref }: { button: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => button.current as HTMLElement, [button]);
  return null;
}

export function ButtonMenu({
  of: { id, button, isOpen, setOpen },
  onOpen,
  children,
  ...menu
}: Omit<MenuProps, 'id' | 'opened' | 'onChange'> & { of: DropdownOf }) {
  const opened = useOpened(isOpen);
  const announce = useEffectEvent(() => onOpen?.());
  useEffect(() => {
    if (opened) announce();
  }, [opened]);
  return (
    <Menu id={id} opened={opened} onChange={setOpen} withInitialFocusPlaceholder={false} {...menu}>
      <Menu.Target>
        <Target button={button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

export function ButtonPopover({
  of: { id, button, isOpen, setOpen },
  children,
  ...popover
}: Omit<PopoverProps, 'id' | 'opened' | 'onChange'> & { of: DropdownOf }) {
  const opened = useOpened(isOpen);
  return (
    <Popover id={id} opened={opened} onChange={setOpen} {...popover}>
      <Popover.Target>
        <Target button={button} />
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  );
}
