/** Actions on selected users. */
import { maxIds } from '#contract/fields.ts';
import { CopySelected } from '#kit/list/copy-selected.tsx';
import type { Selecting } from '#kit/list/use-list-selection.tsx';
import type { Selection } from '#kit/list/use-selection.ts';
import { AssignCourse } from './user-actions.tsx';
import type { User } from './user.ts';

const people = ['person', 'people'] as const;

function UserActions({ selection }: { selection: Selection<User> }) {
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

export const userSelection: Selecting<User> = { most: maxIds, name: ({ name }) => name, actions: UserActions };
