/** Where the members of a course stop: for each item, the share of them whose last completed item it is. */
import { Text } from '@mantine/core';
import { getCourseProgress } from '#contract/course/progress.ts';
import { useCall } from '#kit/api/use-call.ts';
import { ShareBar } from '#kit/display/share-bar.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { type Column, RowsTable } from '#kit/list/rows-table.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import type { OpenCourse } from './course-words.tsx';
import type { CourseProgress } from './curriculum/reach.ts';

interface Stop {
  id: string;
  name: string;
  stopped: number;
  share: number;
}

const columns: readonly Column<Stop>[] = [
  { label: 'Last completed', cell: ({ name }) => name },
  {
    label: 'Members',
    cell: ({ stopped, share }) => `${formatNumber(stopped)} · ${Math.round(100 * share)}%`,
    align: 'right',
    width: 132,
    card: 'fact',
  },
  {
    label: 'Share',
    cell: ({ share }) => <ShareBar share={share} />,
    width: 160,
    hiddenBelow: 720,
    isLabelHidden: true,
  },
];

/** Items at which somebody stopped, in course order, after those who have completed none. */
function stopsOf({ members, finished, items }: CourseProgress, { record }: OpenCourse): Stop[] {
  const names = new Map(
    record.sections.flatMap((section) => section.items.map((item) => [item.id, item.name] as const)),
  );
  const stopped = items.reduce((sum, item) => sum + item.stopped, 0);
  return [
    { id: 'none', name: 'Nothing yet', stopped: members - finished - stopped },
    ...items.map(({ id, stopped: here }) => ({ id, name: names.get(id) ?? '–', stopped: here })),
  ]
    .filter((stop) => stop.stopped > 0)
    .map((stop) => ({ ...stop, share: stop.stopped / members }));
}

const rowKey = ({ id }: Stop) => id;

export function Stops(opened: OpenCourse) {
  const result = useCall(getCourseProgress, { params: { id: opened.id } });
  return (
    <Loaded result={result} what="figures" skeleton={<span />}>
      {(progress) => {
        const rows = stopsOf(progress, opened);
        return rows.length === 0 ? null : (
          <Section title="Where members stop">
            <RowsTable
              label="Where members stop"
              columns={columns}
              rows={rows}
              expected={rows.length}
              rowKey={rowKey}
            />
            <Text size="sm" c="dimmed" mt="xs">
              {counted(progress.finished, 'member', 'members')} of {formatNumber(progress.members)} completed
              everything.
            </Text>
          </Section>
        );
      }}
    </Loaded>
  );
}
