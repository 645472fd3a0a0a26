/** List of learning paths. A new one is a draft with a name; its page has the other fields. */
import { labelsOf } from '#contract/kernel/draft.ts';
import { learningPaths, pathDraft } from '#contract/learning-path/endpoints.ts';
import { categoryChoices } from '#admin-shared/course/categories.ts';
import { Price } from '#admin-shared/pricing/price.tsx';
import { publicationFilter } from '#kit/display/publication.tsx';
import { PathBadge } from './path-badge.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import type { Column } from '#kit/list/column.tsx';
import { countColumn, fieldColumn, momentColumn } from '#kit/list/field-column.tsx';
import { RecordListPage } from '#kit/list/record-list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { dripInWords } from './path-words.ts';
import { lazy } from 'react';
import { maxIds } from '#contract/kernel/fields.ts';

const pathSelection = {
  max: maxIds,
  takesAll: true,
  name: ({ name }: { name: string }) => name,
  actions: lazy(async () => ({ default: (await import('./path-actions.tsx')).PathActions })),
};

type Path = RowOf<typeof learningPaths.list, 'paths'>;

const labels = labelsOf(pathDraft);
const column = fieldColumn(pathDraft);

const columns: readonly Column<Path>[] = [
  {
    label: labels.name,
    sort: 'name',
    cell: (path) => (
      <NameCell name={path.name} thumbnail={path.thumbnail} sub={path.isDripContent ? dripInWords(path) : undefined} />
    ),
  },
  column('category', { width: 120, hiddenBelow: 1080, empty: '–' }),
  { label: labels.price, sort: 'price', cell: (path) => <Price {...path} />, align: 'right', width: 130 },
  countColumn('totalCourses', 'Courses'),
  countColumn('totalUsers', 'Users', { hiddenBelow: 840 }),
  momentColumn('updatedAt', 'Changed', { hiddenBelow: 1080 }),
  { label: publicationFilter.label, width: 136, cell: PathBadge, card: 'badge' },
];

const filters = [{ name: 'category', label: labels.category, options: categoryChoices }, publicationFilter];

export const PathListPage = () => (
  <RecordListPage
    title="Learning paths"
    of={learningPaths}
    to="/learning-path"
    columns={columns}
    filters={filters}
    selection={pathSelection}
    search={{ placeholder: 'Search learning paths' }}
    create={{ blank: { name: '' }, rows: ['name'] }}
    empty={{
      title: 'No learning paths yet',
      text: 'A learning path is a series of courses, sold as one. Members who have it can open all of them.',
    }}
  />
);
PathListPage.reads = learningPaths.list;
