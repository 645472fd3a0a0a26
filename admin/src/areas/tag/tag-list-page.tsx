/** List of tags. No selection: they are tens, and each is changed on its page. */
import { Link } from '@tanstack/react-router';
import { tags } from '#contract/tag/endpoints.ts';
import { Badge } from '#kit/display/badge.tsx';
import { formatNumber } from '#kit/format/formats.ts';
import type { Column } from '#kit/list/column.tsx';
import { momentColumn } from '#kit/list/field-column.tsx';
import { RecordListPage } from '#kit/list/record-list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';

type Tag = RowOf<typeof tags.list, 'tags'>;

const columns: readonly Column<Tag>[] = [
  { label: 'Name', sort: 'name', cell: ({ name, colour }) => <Badge colour={colour}>{name}</Badge> },
  {
    label: 'People',
    sort: 'totalUsers',
    cell: ({ tagId, totalUsers }) => (
      <Link to="/user" search={{ tagId }}>
        {formatNumber(totalUsers)}
      </Link>
    ),
    align: 'right',
    width: 120,
  },
  momentColumn('updatedAt', 'Changed', { hiddenBelow: 840 }),
];

export const TagListPage = () => (
  <RecordListPage
    title="Tags"
    of={tags}
    to="/tag"
    columns={columns}
    search={{ placeholder: 'Search tags' }}
    empty={{
      title: 'No tags yet',
      text: 'A tag marks people, such as “VIP” or “Alumni”. You filter the users by it, and give it to many at once.',
    }}
  />
);
TagListPage.reads = tags.list;
