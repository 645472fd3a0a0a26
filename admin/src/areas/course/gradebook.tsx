/** Gradebook tab of a course: results of each member in lessons, quizzes, classes and the final project. */
import { Anchor } from '@mantine/core';
import { getGradebook } from '#contract/course/gradebook.ts';
import { Badge } from '#kit/display/badge.tsx';
import { formatNumber } from '#kit/format/formats.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { Column } from '#kit/list/column.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { RowsOf } from '#kit/record/related-list.tsx';
import { ExportButton } from '#kit/spreadsheet/export-button.tsx';
import { useExport } from '#kit/spreadsheet/use-export.ts';
import type { OpenCourse } from './course-words.tsx';
import { type Gradebook, type Graded, ofAll, projectOf } from './gradebook-words.ts';
import { factsInWords } from './learning/risk-words.ts';
import { Stops } from './stops.tsx';

const columnsOf = ({ lessons, quizzes, held, hasProject }: Gradebook): readonly Column<Graded>[] => [
  {
    label: 'Member',
    cell: ({ name, risk }) => (
      <>
        {name}{' '}
        {risk && (
          <span title={factsInWords(risk)}>
            <Badge colour="red">At risk</Badge>
          </span>
        )}
      </>
    ),
  },
  { label: 'Lessons', cell: (member) => ofAll(member.lessons, lessons), align: 'right', width: 116 },
  { label: 'Quizzes passed', cell: ({ passed }) => ofAll(passed, quizzes.length), align: 'right', width: 148 },
  { label: 'Classes', cell: ({ attended }) => ofAll(attended, held), align: 'right', width: 116, hiddenBelow: 720 },
  ...(hasProject
    ? [{ label: 'Final project', cell: projectOf, width: 148, hiddenBelow: 840, wraps: true } as const]
    : []),
  {
    label: 'Score',
    cell: ({ score }) => (score === null ? '–' : formatNumber(score)),
    align: 'right',
    width: 92,
    card: 'fact',
  },
  {
    label: 'Certificate',
    cell: ({ certificate }) =>
      certificate ? (
        <Anchor size="sm" href={`/certificate/${certificate}`} target="_blank" rel="noreferrer">
          {certificate}
        </Anchor>
      ) : (
        '–'
      ),
    width: 148,
    hiddenBelow: 840,
  },
];

const filters = [
  {
    name: 'isAtRisk',
    label: 'Risk',
    options: [
      { value: 'true', label: 'At risk' },
      { value: 'false', label: 'Not at risk' },
    ],
  },
  {
    name: 'hasCertificate',
    label: 'Certificate',
    options: [
      { value: 'true', label: 'With certificate' },
      { value: 'false', label: 'Without' },
    ],
  },
];

const rowKey = ({ userId }: Graded) => userId;
const rowLink = ({ userId }: Graded) => `/user/${userId}`;

function Members({ id, title, gradebook }: { id: string; title: string; gradebook: Gradebook }) {
  const exporting = useExport({
    what: 'members',
    messages: { preferServer: true },
    authorize: (of: Gradebook) => Promise.resolve(of),
    write: async (of, _, work) => (await import('./gradebook-workbook.ts')).gradebookWorkbook({ id, title }, of, work),
  });
  return (
    <RowsOf
      title="Gradebook"
      call={getGradebook}
      rows="members"
      id={id}
      columns={columnsOf(gradebook)}
      rowKey={rowKey}
      rowLink={rowLink}
      search="Search members"
      filters={filters}
      actions={<ExportButton exporting={exporting} of={gradebook} />}
      empty={{ title: 'No members yet', text: 'Assign people on the Members tab; their results are shown here.' }}
      nothing={{ title: 'No such member', text: 'No member of this course matches. Try another search or filter.' }}
    />
  );
}

export function CourseGradebook(opened: OpenCourse) {
  const { id, title } = opened;
  const result = useCall(getGradebook, { params: { id }, query: { pageSize: 1 } });
  return (
    <>
      <Loaded result={result} what="gradebook">
        {(gradebook) => <Members {...{ id, title, gradebook }} />}
      </Loaded>
      <Stops {...opened} />
    </>
  );
}
