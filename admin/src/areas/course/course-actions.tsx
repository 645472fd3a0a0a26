import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { courseMessages, deleteCourse, duplicateCourse, updateCourse } from '#contract/course.ts';
import { courseTypeOf } from '#contract/course-rules.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { useAction } from '#kit/api/use-action.ts';
import type { Refetch, Course } from './course.ts';
import { typeWords } from './course-words.tsx';
import { showNeeds } from './needs.tsx';
import type { CourseForm } from './use-course-form.ts';

interface Props {
  course: Course;
  form: CourseForm;
  refetch: Refetch;
  /** Nothing is missing for publishing, counting what is typed. */
  isReady: boolean;
}

export function CourseActions(props: Props) {
  return (
    <>
      <DeleteButton {...props} />
      <DuplicateButton course={props.course} />
      <PublishButton {...props} />
    </>
  );
}

/** What is typed is saved first, so that what is published is what is seen. */
function PublishButton({ course, form, refetch, isReady }: Props) {
  const { id, type, isPublished } = course;
  const update = useAction(updateCourse, { messages: courseMessages[courseTypeOf(type)].update });
  const change = async () => {
    if (!isPublished && !isReady) return showNeeds();
    const wasDirty = form.isDirty;
    if (wasDirty && !(await form.submit())) return;
    const present = wasDirty ? await refetch() : course;
    if (present)
      await update.run({ params: { id }, body: { type, isPublished: !isPublished } }, { ifMatch: present.version });
  };
  return (
    <Button
      variant={isPublished ? 'default' : 'filled'}
      loading={update.loading}
      disabled={form.isSaving}
      onClick={() => void change()}
    >
      {isPublished ? 'Unpublish' : 'Publish'}
    </Button>
  );
}

function DuplicateButton({ course }: Pick<Props, 'course'>) {
  const type = courseTypeOf(course.type);
  const navigate = useNavigate();
  const duplicate = useAction(duplicateCourse, { messages: courseMessages[type].duplicate });
  const run = async () => {
    const outcome = await duplicate.run({ params: { id: course.id } });
    if (outcome.ok) await navigate({ to: `${typeWords[type].to}/${outcome.reply.courseId}` });
  };
  return (
    <Button variant="default" loading={duplicate.loading} onClick={() => void run()}>
      Duplicate
    </Button>
  );
}

function DeleteButton({ course, form }: Props) {
  const { id, name, totalSections, version } = course;
  const type = courseTypeOf(course.type);
  const navigate = useNavigate();
  const remove = useAction(deleteCourse, { messages: courseMessages[type].delete });
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete "${name}"?`,
      action: 'Delete 1 course',
      isDestructive: true,
      text:
        totalSections === 0
          ? 'It has no sections yet.'
          : `Its ${totalSections === 1 ? 'section goes' : `${totalSections} sections go`} with it, with all their lessons. This cannot be undone.`,
    });
    if (!isSure || !(await remove.run({ params: { id } }, { ifMatch: version })).ok) return;
    form.discard();
    await navigate({ to: typeWords[type].to });
  };
  return (
    <Button variant="default" color="red" loading={remove.loading} onClick={() => void ask()}>
      Delete
    </Button>
  );
}
