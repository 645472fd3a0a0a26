/** Assigns a course to all members that match the list, as a batch. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { batches } from '#contract/batch/starts.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { type Chosen, useBatch } from '#admin-shared/batch/use-batch.ts';
import type { CourseMatch } from '#admin-shared/course/course-search.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { CourseChoice } from './course-choice.tsx';

export function AssignCourseToAll(chosen: Chosen) {
  const [isChoosing, setChoosing] = useState(false);
  const [course, choose] = useState<CourseMatch>();
  const { run, loading } = useBatch(batches.courseMembers, chosen);
  if (!mayCall(batches.courseMembers.start, role() ?? '')) return null;
  const submit = () => {
    if (!course) return;
    setChoosing(false);
    void run({ value: 'member', courseId: course.id }, (people) => ({
      title: `Assign ${people} to “${course.name}”?`,
      text: 'Assign: members of the course stay as they are. When it is full, the others are listed with the reason. Staff are left out.',
      action: `Assign ${people}`,
    }));
  };
  return (
    <>
      <Button size="xs" loading={loading} onClick={() => setChoosing(true)}>
        Assign a course
      </Button>
      {isChoosing && (
        <WorkDialog
          title="Assign a course"
          close={() => setChoosing(false)}
          isTyped={false}
          size="md"
          why={course ? false : 'Choose a course first'}
          submitLabel="Continue"
          isWorking={false}
          submit={submit}
        >
          <CourseChoice course={course} choose={choose} />
          <Text size="sm">All members that match the list get the course you choose.</Text>
        </WorkDialog>
      )}
    </>
  );
}
