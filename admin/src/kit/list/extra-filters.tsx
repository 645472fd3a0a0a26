/** Filters of a list that are shown only while they are used, and the menu that offers them. */
import { Menu, UnstyledButton } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { ListState, Search } from './list-state.ts';
import type { Filter } from './filter.ts';
import type { ChangeList } from './use-list-state.ts';
import classes from './toolbar.module.css';

/** Control of a chip, by the label of its filter: opened if it is a search. */
function openChip(label: string): void {
  const named = `[aria-label="${CSS.escape(label)}"]`;
  const control = document.querySelector<HTMLElement>(`[role="search"] :is(select, input, button)${named}`);
  control?.focus();
  if (control instanceof HTMLSelectElement) control.showPicker();
  else control?.click();
}

/** Filters to show, and the menu with the others. A filter that was just cleared stays, and keeps the focus. */
export function useExtraFilters(filters: readonly Filter[], state: ListState, change: ChangeList) {
  const [open, setOpen] = useState<string>();
  const changeFilter = useCallback<ChangeList>(
    (requested: Search, replace) => {
      setOpen(Object.keys(requested)[0]);
      change(requested, replace);
    },
    [change],
  );
  const isShown = ({ name, isExtra }: Filter) => !isExtra || name === open || (state[name] ?? '') !== '';
  const hidden = filters.filter((filter) => !isShown(filter));
  const menu: ReactNode = hidden.length > 0 && (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <UnstyledButton className={classes['columns']} data-filters title="More filters" aria-label="Add a filter">
          <IconFilterPlus size={16} stroke={1.6} aria-hidden />
          <span>Filter</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {hidden.map(({ name, label }) => (
          <Menu.Item
            key={name}
            onClick={() => {
              setOpen(name);
              // After the menu is gone, which would take the focus back.
              setTimeout(() => openChip(label), 50);
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
  return { shown: filters.filter(isShown), menu, changeFilter };
}
