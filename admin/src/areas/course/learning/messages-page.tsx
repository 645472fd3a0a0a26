/** List of the messages to members at risk, with how many helped. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { contactChannels, contactOutcomes, helpDays, listLearningContacts } from '#contract/course/risk.ts';
import { courseFilter } from '#admin-shared/course/course-filter.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { counted, formatDay, formatNumber } from '#kit/format/formats.ts';
import { momentColumn } from '#kit/list/field-column.tsx';
import { type Column, type Filter, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { useListState } from '#kit/list/use-list-state.ts';

type Contact = RowOf<typeof listLearningContacts, 'contacts'>;

const colours: Readonly<Record<Contact['outcome'], BadgeColour>> = {
  helped: 'green',
  waiting: 'yellow',
  without: 'grey',
};

const columns: readonly Column<Contact>[] = [
  { label: 'Member', cell: ({ name, email }) => <NameCell name={name} sub={email} /> },
  { label: 'Course', cell: ({ courseName }) => courseName, hiddenBelow: 840 },
  { label: 'Template', cell: ({ templateName }) => templateName, hiddenBelow: 960 },
  { label: 'Channel', cell: ({ channel }) => contactChannels[channel], width: 112, hiddenBelow: 720 },
  { label: 'By', cell: ({ by }) => by ?? 'Former staff', width: 160, hiddenBelow: 1080 },
  {
    label: 'Outcome',
    cell: ({ outcome, helpedAt }) => (
      <Badge colour={colours[outcome]}>
        {contactOutcomes[outcome]}
        {helpedAt && ` on ${formatDay(helpedAt)}`}
      </Badge>
    ),
    width: 190,
    card: 'badge',
  },
  momentColumn('at', 'Written'),
];

const filters: readonly Filter[] = [
  courseFilter,
  { name: 'outcome', label: 'Outcome', options: choicesOf(contactOutcomes) },
];

/** Figures of all that match, whatever the page. */
function Figures() {
  const { state } = useListState(listLearningContacts.query!);
  const { data } = useCall(listLearningContacts, { query: state }, { keepPrevious: true });
  if (!data || data.totalItems === 0) return null;
  const { contacted, helped, waiting } = data.figures;
  return (
    <>
      {counted(contacted, 'message', 'messages')} in 90 days: {formatNumber(helped)} helped, {formatNumber(waiting)}{' '}
      waiting
    </>
  );
}

export const LearningMessagesPage = () => (
  <ListPage
    title="Messages to members at risk"
    call={listLearningContacts}
    rows="contacts"
    columns={columns}
    filters={filters}
    search={{ placeholder: 'Search members' }}
    rowKey={({ contactId }) => contactId}
    rowLink={({ userId }) => `/user/${userId}`}
    totals={<Figures />}
    actions={
      <Button component={Link} to="/learning" variant="default">
        Members at risk
      </Button>
    }
    empty={{
      title: 'No messages yet',
      text: `Select members at risk and write to them. A message has helped if they work in the course or come to a class within ${helpDays} days.`,
    }}
  />
);
LearningMessagesPage.reads = listLearningContacts;
