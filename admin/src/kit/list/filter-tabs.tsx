/** Filter whose choices are tabs beside the title of a list. */
import { SegmentedControl } from '@mantine/core';
import { memo } from 'react';
import type { ChangeList } from './use-list-state.ts';
import classes from './filter-tabs.module.css';

export interface Choice {
  value: string;
  label: string;
}

/** One of the tabs is always active: the first, if another filter has the value. */
export interface TabFilter {
  name: string;
  label: string;
  tabs: readonly Choice[];
}

interface Props {
  filter: TabFilter;
  applied: string;
  change: ChangeList;
}

export const FilterTabs = memo(function FilterTabs({ filter: { name, label, tabs }, applied, change }: Props) {
  return (
    <SegmentedControl
      className={classes['tabs']}
      size="xs"
      aria-label={label}
      data={[...tabs]}
      value={tabs.some(({ value }) => value === applied) ? applied : (tabs[0]?.value ?? '')}
      onChange={(value) => change({ [name]: value })}
    />
  );
});
