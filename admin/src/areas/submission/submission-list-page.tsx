/** List of project submissions. Reviews are given one by one, so the selection only copies addresses. */
import {
  type Submission,
  listSubmissions,
  submissionProducts,
  submissionSorts,
  submissionStatusLabels,
  getSubmission,
} from '#contract/submission/endpoints.ts';
import { maxIds } from '#contract/kernel/fields.ts';
import { CopySelected } from '#kit/list/copy-selected.tsx';
import type { Selecting } from '#kit/list/use-list-selection.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { countColumn, momentColumn } from '#kit/list/field-column.tsx';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { SubmissionBadge } from '#admin-shared/submission/submission-badge.tsx';
import { SubmissionProduct } from './submission-facts.tsx';
import { scoreText, titleOf } from './submission.ts';
import { peekOf } from '#kit/list/peek.ts';

const submissionPeek = peekOf(getSubmission, {
  what: 'submission',
  to: '/submission',
  title: titleOf,
  badge: SubmissionBadge,
  content: async () => (await import('./submission-beside.tsx')).SubmissionBeside,
});

const submissionSelection: Selecting<Submission> = {
  max: maxIds,
  name: ({ user, productName }) => `${user.name}, ${productName}`,
  actions: ({ selection }) => (
    <CopySelected
      selection={selection}
      one="e-mail"
      many="e-mails"
      rows={['submission', 'submissions']}
      textOf={({ user }) => user.email}
    />
  ),
};

const columns: readonly Column<Submission>[] = [
  {
    label: 'Member',
    cell: ({ user }) => <NameCell name={user.name} sub={user.email} />,
    copies: ['e-mail', ({ user }) => user.email],
  },
  { label: 'Product', cell: SubmissionProduct },
  { ...countColumn('attempt', 'Attempt', { hiddenBelow: 1080 }) },
  { label: 'Score', cell: scoreText, align: 'right', width: 92, hiddenBelow: 840 },
  { label: 'Status', cell: SubmissionBadge, width: 132, card: 'badge' },
  momentColumn('submittedAt', 'Submitted'),
];

const filters = [
  { name: 'status', label: 'Status', options: choicesOf(submissionStatusLabels) },
  { name: 'productType', label: 'Product', options: choicesOf(submissionProducts) },
];

const sorts = choicesOf(submissionSorts);

export const SubmissionListPage = () => (
  <ListPage
    title="Submissions"
    call={listSubmissions}
    rows="projects"
    columns={columns}
    filters={filters}
    sorts={sorts}
    search={{ placeholder: 'Search name, e-mail or product' }}
    rowKey={({ id }) => id}
    rowLink={({ id }) => `/submission/${id}`}
    peek={submissionPeek}
    selection={submissionSelection}
    empty={{
      title: 'No submissions yet',
      text: 'Final projects that members hand in appear here to be scored.',
    }}
  />
);
SubmissionListPage.reads = listSubmissions;
