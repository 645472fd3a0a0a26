/** List of members at risk in all courses that the caller sees, by named facts, with messages to the selected ones. */
import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type AtRiskRow, listAtRisk, maxWritten, riskFacts } from '#contract/course/risk.ts';
import { courseFilter } from '#admin-shared/course/course-filter.ts';
import { useCall } from '#kit/api/use-call.ts';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { type Column, type Filter, ListPage } from '#kit/list/list-page.tsx';
import { useListState } from '#kit/list/use-list-state.ts';
import type { Selecting } from '#kit/list/use-list-selection.tsx';
import { contactInWords, countsInWords, factsInWords } from './risk-words.ts';
import { WriteToSelected } from './write-dialog.tsx';

const columns: readonly Column<AtRiskRow>[] = [
  {
    label: 'Member',
    cell: ({ name, email }) => <NameCell name={name} sub={email} />,
    copies: ['e-mail', ({ email }) => email],
  },
  { label: 'Course', cell: ({ courseName }) => courseName, hiddenBelow: 720 },
  { label: 'Facts', cell: ({ risk }) => factsInWords(risk), sort: 'since', wraps: true, card: 'fact' },
  {
    label: 'Last message',
    cell: ({ lastContact }) => (lastContact ? contactInWords(lastContact) : '–'),
    width: 220,
    hiddenBelow: 960,
  },
];

const filters: readonly Filter[] = [
  courseFilter,
  { name: 'fact', label: 'Fact', options: choicesOf(riskFacts) },
  {
    name: 'isContacted',
    label: 'Last 7 days',
    options: [
      { value: 'false', label: 'Without a message' },
      { value: 'true', label: 'With a message' },
    ],
  },
];

const selection: Selecting<AtRiskRow> = {
  max: maxWritten,
  name: ({ name, courseName }) => `${name}, ${courseName}`,
  actions: WriteToSelected,
};

/** How many there are by course and fact, and how many more than a week ago. */
function Counts() {
  const { state } = useListState(listAtRisk.query!);
  const { data } = useCall(listAtRisk, { query: state }, { keepPrevious: true });
  const words = data && countsInWords(data.counts);
  return words ? (
    <Text size="sm" mb="xs">
      {words}
    </Text>
  ) : null;
}

export const AtRiskPage = () => (
  <ListPage
    title="Members at risk"
    call={listAtRisk}
    rows="members"
    columns={columns}
    filters={filters}
    search={{ placeholder: 'Search members' }}
    rowKey={({ userId, courseId }) => `${userId} ${courseId}`}
    rowLink={({ userId }) => `/user/${userId}`}
    selection={selection}
    summary={<Counts />}
    actions={
      <Button component={Link} to="/learning/messages" variant="default">
        Messages
      </Button>
    }
    empty={{
      title: 'Nobody is at risk',
      text: 'Members of published courses are listed here who did nothing for 10 days, missed 2 classes within 30 days, or failed a quiz twice. They are found every hour.',
    }}
  />
);
AtRiskPage.reads = listAtRisk;
