/** Progress of a member in a course: as text, and as a column of assigned rows. */
import type { Item } from '#contract/kernel/assignment-row.ts';
import type { Progress } from '#contract/kernel/progress.ts';
import { percentDone } from '#contract/course/progress.ts';
import { formatNumber } from '#kit/format/formats.ts';
import type { Column } from '#kit/list/column.tsx';

/** `12 of 20 · 60%`; a dash for a course without items. */
export const formatProgress = (progress: Pick<Progress, 'items' | 'completed'>): string =>
  progress.items === 0
    ? '–'
    : `${formatNumber(progress.completed)} of ${formatNumber(progress.items)} · ${percentDone(progress)}%`;

export const progressColumns: readonly Column<Item>[] = [
  {
    label: 'Progress',
    align: 'right',
    width: 152,
    cell: ({ progress }) => (progress ? formatProgress(progress) : '–'),
  },
];
