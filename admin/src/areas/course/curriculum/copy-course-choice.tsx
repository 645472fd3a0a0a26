/** Search field for the course to copy from, of either type. */
import { Loader, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { courseTypeOf } from '#contract/course/rules.ts';
import { useCourseSearch } from '#admin-shared/course/course-search.ts';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { typeWords } from '../course-words.tsx';
import classes from './copy-dialog.module.css';

interface Props {
  /** The target course, left out of the results. */
  id: string;
  choose: (course: { id: string; name: string }) => void;
}

const shownOfEach = 20;

export function CourseChoice({ id, choose }: Props) {
  const [typed, setTyped] = useState('');
  const search = useCourseSearch(typed, shownOfEach);
  const { failed, isMore, isSettled } = search;
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
              ? 'No other course has this name.'
              : isMore && 'There are more: type more of the name.'}
          </Text>
          <ul className={classes['courses']} aria-label="Courses">
            {courses.map((course) => (
              <li key={course.id}>
                <UnstyledButton className={classes['course']} onClick={() => choose(course)}>
                  {course.name}
                  <Text span size="xs" c="dimmed">
                    {typeWords[courseTypeOf(course.type)].one}
                  </Text>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
