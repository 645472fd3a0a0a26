/** Dropdown of the columns menu. */
import { Menu } from '@mantine/core';
import { useState } from 'react';
import { ButtonMenu } from '../feedback/dropdown.tsx';
import { mainPortalProps } from '../feedback/in-main.ts';
import type { DropdownOf } from '../feedback/use-dropdown.ts';
import type { ColumnChoice } from './use-columns.ts';

/** Columns that are selected but hidden because the table is too narrow. */
const hiddenByWidth = (): readonly (string | null)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-rows] th')]
    .filter((heading) => !heading.checkVisibility())
    .map((heading) => heading.dataset['column'] ?? null);

interface Props {
  of: DropdownOf;
  first: string;
  choice: ColumnChoice;
}

export function ColumnsChoice({ of, first, choice: { choices, hidden, hide } }: Props) {
  const [tooNarrow, setNarrow] = useState<readonly (string | null)[]>([]);
  const shown = choices.filter((label) => !hidden.includes(label));
  return (
    <ButtonMenu
      of={of}
      position="bottom-end"
      portalProps={mainPortalProps}
      closeOnItemClick={false}
      onOpen={() => setNarrow(hiddenByWidth())}
    >
      <Menu.Label>{first} is always shown</Menu.Label>
      <Menu.CheckboxGroup value={shown} onChange={(next) => hide(choices.filter((label) => !next.includes(label)))}>
        {choices.map((label) => (
          <Menu.CheckboxItem
            key={label}
            value={label}
            rightSection={tooNarrow.includes(label) && !hidden.includes(label) && <small>needs more room</small>}
          >
            {label}
          </Menu.CheckboxItem>
        ))}
      </Menu.CheckboxGroup>
      <Menu.Divider />
      <Menu.Item onClick={() => hide([])}>Reset to all columns</Menu.Item>
    </ButtonMenu>
  );
}
