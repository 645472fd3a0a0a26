/** Queue of accounts that may be one person, and the link to it. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { getCounts } from '#contract/home/counts.ts';
import { dismissDuplicate, listDuplicates, restoreDuplicate } from '#contract/user/merge.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { displayPhone, formatNumber, formatTotal } from '#kit/format/formats.ts';
import { momentColumn } from '#kit/list/field-column.tsx';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';

type Pair = RowOf<typeof listDuplicates, 'duplicates'>;

const reasons = { phone: 'Same phone', name: 'Same name and course' } as const;

const Account = ({ name, email, phoneNumber }: Pair['first']) => (
  <NameCell name={name} sub={[email, displayPhone(phoneNumber)].filter(Boolean).join(' · ')} />
);

function NotTheSame({ id, first, second }: Pair) {
  const restore = useAction(restoreDuplicate);
  const dismiss = useAction(dismissDuplicate, {
    undo:
      ({ params }) =>
      () =>
        void restore.run({ params }),
  });
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={`${first.name} and ${second.name} are not the same person`}
      loading={dismiss.loading}
      onClick={() => void dismiss.run({ params: { id } })}
    >
      Not the same person
    </Button>
  );
}

const columns: readonly Column<Pair>[] = [
  { label: 'Account', cell: ({ first }) => <Account {...first} /> },
  { label: 'Other account', cell: ({ second }) => <Account {...second} /> },
  { label: 'Why', cell: ({ reason }) => reasons[reason], width: 184, card: 'badge' },
  {
    label: 'Courses',
    cell: ({ first, second }) => `${formatNumber(first.totalCourses)} and ${formatNumber(second.totalCourses)}`,
    width: 112,
    hiddenBelow: 1080,
  },
  momentColumn('foundAt', 'Found', { hiddenBelow: 1080 }),
  { label: 'Action', cell: (pair) => <NotTheSame {...pair} />, width: 184 },
];

export const DuplicatesPage = () => (
  <ListPage
    title="Duplicates"
    call={listDuplicates}
    rows="duplicates"
    columns={columns}
    rowKey={({ id }) => id}
    rowLink={({ first, second }) => `/user/merge/${first.id}/${second.id}`}
    empty={{
      title: 'No duplicates',
      text: 'Active accounts with the same phone, or with the same name and a course in common, appear here within an hour.',
    }}
  />
);
DuplicatesPage.reads = listDuplicates;

/** Link from the list of users, with the number of pairs; absent if there are none. */
export function DuplicatesLink() {
  // Read by the navigation.
  const { data } = useCall(getCounts, {}, { isApart: true, enabled: false });
  const pairs = data?.counts.find(({ what }) => what === 'duplicates');
  if (!pairs) return null;
  return (
    <Button component={Link} to="/user/duplicates" variant="default">
      Duplicates ({formatTotal(pairs.total, pairs.isTotalCapped)})
    </Button>
  );
}
