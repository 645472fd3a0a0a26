/** Search field for one course of either type. */
import { Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { courseTypeOf } from '#contract/course/rules.ts';
import { type CourseMatch, useCourseSearch } from '#admin-shared/course/course-search.ts';
import { DraftsFold } from '#admin-shared/product/drafts-fold.tsx';
import { focusAfterRender } from '#kit/feedback/focus.ts';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { counted } from '#kit/format/formats.ts';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { typeNames } from './user.ts';
import classes from './course-choice.module.css';

/** Courses shown per type, of the published ones and of the drafts; others must be searched for. */
const shown = 4;

interface Props {
  course: CourseMatch | undefined;
  choose: (course: CourseMatch) => void;
}

export function CourseChoice({ course, choose }: Props) {
  const [text, setText] = useState('');
  const { courses, failed, isSettled, search, fold } = useCourseSearch(text, shown);
  const list = useRef<HTMLFieldSetElement>(null);
  const toggle = () => {
    fold.toggle();
    // Drafts come last, where the list may have to scroll.
    if (!fold.isShown) focusAfterRender(() => list.current?.querySelector<HTMLElement>('[data-draft] input'));
  };
  return (
    <div>
      <TextInput
        label="Course"
        placeholder="Search courses"
        data-autofocus
        autoComplete="off"
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {failed?.error && <ErrorState error={failed.error} refetch={failed.refetch} what="courses" />}
      <fieldset ref={list} className={classes['courses']} aria-busy={!isSettled}>
        <legend>Courses that were found</legend>
        {courses.map((one) => (
          <label key={one.id} data-draft={!one.isPublished || undefined}>
            <input type="radio" name="course" checked={one.id === course?.id} onChange={() => choose(one)} />
            <NameCell name={one.name} thumbnail={one.thumbnail} sub={hintOf(one)} />
          </label>
        ))}
        {isSettled && courses.length === 0 && <p role="status">{nothingIn(search, fold.count > 0)}</p>}
      </fieldset>
      <Group justify="flex-end" mt={4} mih={26}>
        <DraftsFold {...fold} toggle={toggle} />
      </Group>
      <Text role="status" size="sm">
        {course?.isPublished === false && `“${course.name}” is not published: members can open it once it is.`}
      </Text>
    </div>
  );
}

/** `hasDrafts`: drafts match that are folded. */
const nothingIn = (search: string, hasDrafts: boolean) =>
  search === ''
    ? `There are no ${hasDrafts ? 'published ' : ''}courses.`
    : `No ${hasDrafts ? 'published ' : ''}course is called “${search}”.`;

function hintOf({ type, isPublished, totalMembers }: CourseMatch): string {
  const facts = [typeNames[courseTypeOf(type)], !isPublished && 'Draft', counted(totalMembers, 'member', 'members')];
  return facts.filter(Boolean).join(' · ');
}
