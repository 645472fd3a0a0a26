/** Copies sections or items of another course after the chosen row: first the course, then its parts. */
import { Alert, Button, Text, Loader, TextInput, UnstyledButton } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { getCourse } from '#contract/course/endpoints.ts';
import { useCall } from '#kit/api/use-call.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { CopyTicks } from './copy-ticks.tsx';
import { type Picked, type Target, pickedOf, pickedWords, useCopying } from './use-copying.ts';
import { courseTypeOf } from '#contract/course/rules.ts';
import { useCourseSearch } from '#admin-shared/course/course-search.ts';
import { DraftsFold } from '#admin-shared/product/drafts-fold.tsx';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { typeWords } from '../course-words.tsx';
import classes from './copy-dialog.module.css';

interface Props {
  /** The target course, left out of the results. */
  id: string;
  choose: (course: { id: string; name: string }) => void;
}

const shownOfEach = 20;

/** Search field for the course to copy from, of either type. */
function CourseChoice({ id, choose }: Props) {
  const [typed, setTyped] = useState('');
  const search = useCourseSearch(typed, shownOfEach);
  const { failed, fold, isMore, isSettled } = search;
  const courses = search.courses.filter((course) => course.id !== id);
  const isLoading = !isSettled && courses.length === 0;
  return (
    <>
      <TextInput
        label="Course"
        description="Part of its name"
        type="search"
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {failed?.error && <ErrorState error={failed.error} refetch={failed.refetch} what="list of courses" />}
      {!failed && isLoading && <Loader size="sm" mt="md" aria-label="Looking for courses" />}
      {!failed && !isLoading && (
        <>
          <Text size="sm" c="dimmed" mt="sm" role="status">
            {courses.length === 0
              ? `No other ${fold.isShown ? '' : 'published '}course has this name.`
              : isMore && 'There are more: type more of the name.'}
          </Text>
          <ul className={classes['courses']} aria-label="Courses">
            {courses.map((course) => (
              <li key={course.id}>
                <UnstyledButton className={classes['course']} onClick={() => choose(course)}>
                  {course.name}
                  <Text span size="xs" c="dimmed">
                    {typeWords[courseTypeOf(course.type)].one}
                    {!course.isPublished && ' · Draft'}
                  </Text>
                </UnstyledButton>
              </li>
            ))}
          </ul>
          <DraftsFold {...fold} />
        </>
      )}
    </>
  );
}

interface CopyDialogProps {
  /** The target course. */
  id: string;
  target: Target;
  close: () => void;
}

export function CopyDialog({ id, target, close }: CopyDialogProps) {
  const [course, setCourse] = useState<{ id: string; name: string }>();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const result = useCall(getCourse, { params: { id: course?.id ?? '' } }, { enabled: course !== undefined });
  const picked = pickedOf((course && result.data?.sections) ?? [], ticked);
  const words = pickedWords(picked);
  const copying = useCopying(id, words);
  const why = !words
    ? 'Tick what is to be copied'
    : picked.items.length > 0 && !target.section && 'Items need a section: tick the whole section';
  const back = () => {
    setCourse(undefined);
    setTicked(new Set());
  };
  return (
    <WorkDialog
      title={course ? `Copy from "${course.name}"` : 'Copy from another course'}
      close={close}
      isTyped={ticked.size > 0}
      why={course ? why : 'Choose a course first'}
      submitLabel={words ? `Copy ${words}` : 'Copy'}
      isWorking={copying.isRunning}
      submit={async () => {
        if ((await copying.run(picked, target)).ok) close();
      }}
      aside={
        course && (
          <Button variant="subtle" onClick={back}>
            Another course
          </Button>
        )
      }
    >
      {course ? (
        <Loaded result={result} what="course" skeleton={<Text c="dimmed">Looking into the course…</Text>}>
          {({ sections }) => <Contents sections={sections} ticked={ticked} setTicked={setTicked} />}
        </Loaded>
      ) : (
        <CourseChoice id={id} choose={setCourse} />
      )}
      {course && (
        <>
          <Text size="sm" role="status">
            {placeWords(picked, target)}
          </Text>
          <Text size="xs" c="dimmed">
            The content is copied, with questions and files. Dates, links of meetings, attendance, pictures of classes
            and the progress of members are not.
          </Text>
        </>
      )}
      {copying.message && !copying.isRunning && (
        <Alert color="red" role="alert">
          {copying.message}
        </Alert>
      )}
    </WorkDialog>
  );
}

const Contents = (props: ComponentProps<typeof CopyTicks>) =>
  props.sections.length === 0 ? (
    <Text c="dimmed">There is nothing in this course to copy. Choose another one.</Text>
  ) : (
    <CopyTicks {...props} />
  );

/** Where the copies will be placed. */
function placeWords({ sections, items }: Picked, { section, item }: Target): string {
  const behind = section && `behind the section "${section.name}"`;
  const itemPlace = item ? `behind "${item.name}"` : `first in "${section?.name ?? ''}"`;
  return [
    sections.length > 0 && `Sections come ${behind ?? 'last'}.`,
    items.length > 0 && section && `Items come ${itemPlace}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
