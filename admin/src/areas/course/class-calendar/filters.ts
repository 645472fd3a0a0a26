/** Filter of the calendar that every place of it has. */
import type { Filter } from '#kit/list/filter.ts';

export const clashFilter: Filter = {
  name: 'clashes',
  label: 'Clashes',
  options: [{ value: '1', label: 'Only clashes' }],
};
