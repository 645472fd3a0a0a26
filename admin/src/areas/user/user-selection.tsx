/** Actions on selected users, or on all that match. */
import { lazy } from 'react';
import { maxIds } from '#contract/kernel/fields.ts';
import { CopySelected } from '#kit/list/copy-selected.tsx';
import type { Selecting, SelectionActions } from '#kit/list/use-list-selection.tsx';
import { AssignCourse } from './user-actions.tsx';
import type { User } from './user.ts';

const people = ['person', 'people'] as const;

const AssignCourseToAll = lazy(async () => ({
  default: (await import('./assign-course-to-all.tsx')).AssignCourseToAll,
}));

function UserActions(chosen: SelectionActions<User>) {
  const { selection, all } = chosen;
  if (all) return <AssignCourseToAll {...chosen} />;
  return (
    <>
      <CopySelected selection={selection} one="e-mail" many="e-mails" rows={people} textOf={({ email }) => email} />
      <CopySelected
        selection={selection}
        one="phone number"
        many="phone numbers"
        rows={people}
        textOf={({ phoneNumber }) => phoneNumber}
      />
      <AssignCourse
        place="selection"
        chosen={[...selection.selected.values()]}
        noMember="Only members take courses, and none is selected"
      />
    </>
  );
}

export const userSelection: Selecting<User> = {
  max: maxIds,
  takesAll: true,
  name: ({ name }) => name,
  actions: UserActions,
};
