/** Creates the meeting link of a class, and sends its invitations only if that is ticked; states their number before. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { ScheduledClass } from '#contract/course/calendar/endpoints.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { counted } from '#kit/format/formats.ts';
import { invitationProblem } from './class-times.ts';
import { guestsOf, hasGuests } from './guests.ts';
import { Tick } from './tick.tsx';

/** Guests as sent: null invites members and instructors, an empty list nobody; absent keeps the guests of the class. */
export type Guests = { attendees?: null | [] };

interface Props {
  one: ScheduledClass;
  /** Number of people invited by default. */
  invitees: number;
  /** Whether an invitation comes with a meeting link. */
  hasLinks: boolean;
  /** The link is being created. */
  isCreating: boolean;
  /** Resolves to whether it succeeded. */
  create: (guests: Guests) => Promise<boolean>;
}

export function CreateLink(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const { one, hasLinks } = props;
  const label = hasLinks ? 'Create Meet link' : 'Send invitation';
  if (invitationProblem(one)) return null;
  return (
    <>
      <Button size="xs" variant="default" aria-label={`${label}: ${one.name}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <LinkDialog {...props} title={`${label}: ${one.name}`} close={() => setOpen(false)} />}
    </>
  );
}

function LinkDialog({ one, invitees, hasLinks, isCreating, create, title, close }: Props & DialogProps) {
  const [isTicked, setTicked] = useState(false);
  const isInvited = hasGuests(one);
  const isSending = isTicked || isInvited || !hasLinks;
  const invitations = counted(guestsOf(one, invitees), 'invitation', 'invitations');
  const submit = async () => {
    if (await create(isInvited ? {} : { attendees: isSending ? null : [] })) close();
  };
  return (
    <WorkDialog
      title={title}
      close={close}
      isTyped={false}
      size="md"
      why={false}
      submitLabel={[hasLinks && 'Create link', isSending && `${hasLinks ? 'send' : 'Send'} ${invitations}`]
        .filter(Boolean)
        .join(' and ')}
      isWorking={isCreating}
      submit={submit}
    >
      {hasLinks && !isInvited && <Tick label={`Send ${invitations}`} isOn={isTicked} set={setTicked} />}
      <Text size="sm" role="status">
        {isInvited
          ? 'The guests of this class get the link.'
          : isSending
            ? 'Members and instructors are invited, and members who are added later.'
            : 'Nobody is notified. The invitations can be sent later.'}
      </Text>
    </WorkDialog>
  );
}

interface DialogProps {
  title: string;
  close: () => void;
}
