/** Menu of a list's columns, which shows and hides them, and of the height of its rows. Cards have fixed rules instead. */
import { Menu, UnstyledButton } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useCompactRows } from './list-memory.ts';
import type { ColumnChoice } from './use-columns.ts';
import classes from './toolbar.module.css';

/** Columns that are selected but hidden because the table is too narrow. */
const hiddenByWidth = (): readonly (string | null)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-rows] th')]
    .filter((heading) => !heading.checkVisibility())
    .map((heading) => heading.dataset['column'] ?? null);

interface Props {
  /** Label of the first column, which is always shown. */
  first: string;
  choice: ColumnChoice;
}

export const ColumnsMenu = memo(function ColumnsMenu({ first, choice: { choices, hidden, hide } }: Props) {
  const [tooNarrow, setNarrow] = useState<readonly (string | null)[]>([]);
  const [isCompact, chooseCompact] = useCompactRows();
  const shown = choices.filter((label) => !hidden.includes(label));
  return (
    <Menu position="bottom-end" closeOnItemClick={false} onOpen={() => setNarrow(hiddenByWidth())}>
      <Menu.Target>
        <UnstyledButton
          className={classes['columns']}
          data-on={hidden.length > 0 || undefined}
          title="Columns and rows"
          aria-label={hidden.length > 0 ? `Columns, ${hidden.length} left out` : 'Columns'}
        >
          <IconColumns3 size={16} stroke={1.6} aria-hidden />
          <span>Columns</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
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
        <Menu.Item onClick={() => hide([])}>Reset to all columns</Menu.Item>
        <Menu.Divider />
        <Menu.Label>Rows of every list</Menu.Label>
        <Menu.RadioGroup
          value={isCompact ? 'compact' : 'comfortable'}
          onChange={(height) => chooseCompact(height === 'compact')}
        >
          <Menu.RadioItem value="comfortable">Comfortable</Menu.RadioItem>
          <Menu.RadioItem value="compact">Compact</Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
});
