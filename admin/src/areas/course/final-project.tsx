/** Final project of a course. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { createFinalProject, deleteFinalProject, updateFinalProject } from '#contract/course/final.ts';
import { useAction } from '#kit/api/use-action.ts';
import { FinalProject, NewFinalProject } from '#admin-shared/course/final-project.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import type { OpenCourse } from './course-words.tsx';

export function CourseProject(opened: OpenCourse) {
  const { finalProject } = opened.record;
  return finalProject ? (
    <Present key={finalProject.id} project={finalProject} opened={opened} />
  ) : (
    <Absent courseId={opened.id} />
  );
}

function Absent({ courseId }: { courseId: string }) {
  const [isWriting, setWriting] = useState(false);
  const action = useAction(createFinalProject);
  if (isWriting)
    return (
      <NewFinalProject
        ownerId={courseId}
        save={(body, how) => action.run({ body: { ...body, courseId } }, how)}
        close={() => setWriting(false)}
      />
    );
  return (
    <EmptyState
      title="No final project yet"
      action={<Button onClick={() => setWriting(true)}>Create a final project</Button>}
    >
      Members hand it in at the end of the course; who reaches the passing score has passed it.
    </EmptyState>
  );
}

function Present({
  project,
  opened: { refetch, base },
}: {
  project: NonNullable<OpenCourse['record']['finalProject']>;
  opened: OpenCourse;
}) {
  const params = { id: project.id };
  const update = useAction(updateFinalProject);
  const remove = useAction(deleteFinalProject);
  return (
    <FinalProject
      id={project.id}
      project={project}
      owner="course"
      base={base}
      latest={async () => (await refetch())?.finalProject}
      save={(body, how) => update.run({ params, body }, how)}
      remove={(how) => remove.run({ params }, how)}
      isRemoving={remove.loading}
    />
  );
}
