/** Adds a member to the waiting list of a course. */
import { useRef } from 'react';
import { assignments } from '#contract/assignment/table.ts';
import { waitingDraft } from '#contract/course/waiting-list.ts';
import { useCall } from '#kit/api/use-call.ts';
import { type FieldProps, bind } from '#kit/form/bind.ts';
import { Rows } from '#kit/form/field.tsx';
import { Finder } from '#kit/form/finder.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { useWaiting } from './use-waiting.ts';

const { courseUsers } = assignments;

/** Number of options; others are found by typing. */
const shown = 20;

/** Members who are not in the course. */
const pickerOf = (courseId: string) =>
  function PersonField<Values>(props: FieldProps<Values>) {
    const { value, set, input } = bind(props);
    const names = useRef(new Map<string, string>());
    const useSearch = (search: string, isOpen: boolean) => {
      const query = { ...courseUsers.sideQuery(false), search, page: 1, pageSize: shown };
      const { data, error, isPrevious } = useCall(
        courseUsers.list,
        { params: { id: courseId }, query },
        { keepPrevious: true, enabled: isOpen },
      );
      const people = data ? courseUsers.rowsOf(data) : [];
      for (const { id, name } of people) names.current.set(id, name);
      return {
        options: people.map(({ id, name, email }) => ({ value: id, label: name, ...(email && { hint: email }) })),
        isSettled: data !== undefined && !isPrevious,
        error,
      };
    };
    const id = String(value ?? '');
    return (
      <Finder
        label="Member"
        placeholder="Search name, e-mail or phone"
        nothing="No such member outside this course"
        error={typeof input.error === 'string' ? input.error : undefined}
        isFirst
        chosen={id ? { value: id, label: names.current.get(id) ?? '' } : undefined}
        choose={set}
        useSearch={useSearch}
      />
    );
  };

export function AddDialog({ courseId, close }: { courseId: string; close: () => void }) {
  const { adding } = useWaiting(courseId);
  const special = useRef({ userId: pickerOf(courseId) });
  const form = useEditForm({
    name: `waiting/${courseId}`,
    schema: waitingDraft,
    initial: { userId: '', note: '' },
    save: (body, how) => adding.run({ params: { id: courseId }, body }, how),
    onSaved: close,
  });
  return (
    <FormDialog form={form} title="Add to the waiting list" submitLabel="Add" close={close}>
      <Rows form={form} rows={['userId', 'note']} special={special.current} />
    </FormDialog>
  );
}
