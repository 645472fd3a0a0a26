/** Invitation of a class: texts and guests that override the defaults. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type ScheduledClass,
  createCalendarEvent,
  invitationDraft,
  invitationSavedMessages,
} from '#contract/course/calendar/endpoints.ts';
import { useAction } from '#kit/api/use-action.ts';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { changedKeys } from '#kit/form/values.ts';
import { counted } from '#kit/format/formats.ts';
import { invitationProblem } from './class-times.ts';
import { hasGuests } from './guests.ts';

interface Props {
  courseId: string;
  one: ScheduledClass;
  /** Number of people invited by default. */
  invitees: number;
}

export function Invitation(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const { name } = props.one;
  if (invitationProblem(props.one)) return null;
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={`Invitation of ${name}`}
        onClick={() => setOpen(true)}
      >
        Invitation
      </Button>
      {isOpen && <InvitationDialog {...props} close={() => setOpen(false)} />}
    </>
  );
}

const follows = {
  summary: null,
  description: null,
  location: null,
  timeZone: 'Asia/Jakarta',
  attendees: null,
} as const;

function InvitationDialog({ courseId, one, invitees, close }: Props & { close: () => void }) {
  const { sectionId, name, event } = one;
  const action = useAction(createCalendarEvent, { messages: invitationSavedMessages });
  const [overrides] = useState(event?.overrides ?? follows);
  const form = useEditForm({
    name: `invitation/${sectionId}`,
    schema: invitationDraft,
    initial: overrides,
    save: (values) => {
      const guests = values.attendees?.length ? values.attendees : null;
      const now = { ...values, attendees: guests };
      // Send changed fields only, so that concurrent changes of the others stay.
      const body = Object.fromEntries(changedKeys(now, overrides).map((key) => [key, now[key]]));
      return action.run({ params: { id: courseId, sectionId }, body });
    },
    onSaved: close,
  });
  return (
    <FormDialog
      form={form}
      title={`Invitation of ${name}`}
      submitLabel={
        hasGuests(one)
          ? 'Save and notify the guests'
          : `Send invitation to ${counted(form.fields.values.attendees?.length || invitees, 'person', 'people')}`
      }
      close={close}
      isWide
    >
      <Rows form={form} rows={['summary', 'description', ['location', 'timeZone'], 'attendees']} />
    </FormDialog>
  );
}
