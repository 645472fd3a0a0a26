/** Issues the certificates of the selected courses, after a question with the number of each. */
import { Button, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { issueToCourses, previewIssue } from '#contract/certificate/endpoints.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import type { SelectionActions } from '#kit/list/use-list-selection.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import type { Course } from './courses-page.tsx';

const certificates = (count: number) => counted(count, 'certificate', 'certificates');

export function IssueSelected({ selection }: SelectionActions<Course>) {
  const [isAsking, setAsking] = useState(false);
  const ready = [...selection.selected.values()].reduce((sum, course) => sum + course.ready, 0);
  return (
    <>
      <Unavailable why={ready === 0 && 'No member of these courses is ready'}>
        <Button size="xs" onClick={() => setAsking(true)}>
          {ready === 0 ? 'Issue certificates' : `Issue ${certificates(ready)}`}
        </Button>
      </Unavailable>
      {isAsking && (
        <IssueDialog courseIds={[...selection.selected.keys()]} close={() => setAsking(false)} done={selection.clear} />
      )}
    </>
  );
}

interface Props {
  courseIds: string[];
  close: () => void;
  done: () => void;
}

function IssueDialog({ courseIds, close, done }: Props) {
  const preview = useCall(previewIssue, { body: { courseIds } });
  const issue = useAction(issueToCourses);
  const run = async (expected: number) => {
    const outcome = await issue.run({ body: { courseIds, expected } });
    if (outcome.ok) return done();
    await preview.refetch();
  };
  return (
    <Dialog
      onClose={close}
      title={`Issue the certificates of ${counted(courseIds.length, 'course', 'courses')}?`}
      size="lg"
    >
      <Loaded result={preview} what="courses">
        {({ ready, courses }) => (
          <>
            <Text mb="sm">
              Issue: each member who meets the rules gets a certificate. Nobody gets a mail, and Undo takes them back
              within a day.
            </Text>
            <Table aria-label="Certificates by course" mb="lg">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Course</Table.Th>
                  <Table.Th ta="right">Certificates</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {courses.map(({ courseId, name, certificates: count, reason }) => (
                  <Table.Tr key={courseId}>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td ta="right">{reason ?? formatNumber(count)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            <Group justify="flex-end" gap="xs" data-foot>
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Unavailable why={ready === 0 && 'No member of these courses is ready'}>
                <Button autoFocus loading={issue.loading} onClick={() => void run(ready)}>
                  Issue {certificates(ready)}
                </Button>
              </Unavailable>
            </Group>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
