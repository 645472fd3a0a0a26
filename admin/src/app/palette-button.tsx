/** Button and shortcut (⌘K / Ctrl-K) of the command palette. */
import { Kbd } from '@mantine/core';
import { getHotkeyHandler, useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { commandKey } from '#kit/feedback/keys.ts';
import { typeAhead } from '#kit/feedback/type-ahead.ts';
import { useWindowEvent } from '#kit/use-window-event.ts';
import { Palette } from './palette.tsx';
import classes from './palette.module.css';

export function PaletteButton() {
  const [isOpen, palette] = useDisclosure();
  const toggle = () => {
    if (!isOpen) typeAhead();
    palette.toggle();
  };
  const onKey = getHotkeyHandler([['mod+K', toggle]]);
  useWindowEvent('keydown', (event) => {
    // There, the editor's own shortcut applies.
    if (!(event.target instanceof HTMLElement && event.target.isContentEditable)) onKey(event);
  });
  return (
    <>
      <button
        type="button"
        className={classes['button']}
        onClick={palette.open}
        aria-label="Go to or find"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={16} stroke={1.8} aria-hidden />
        <span>Find</span>
        <Kbd size="xs">{commandKey}K</Kbd>
      </button>
      {isOpen && <Palette onClose={palette.close} />}
    </>
  );
}
