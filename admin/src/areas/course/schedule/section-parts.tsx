/** Parts of a section in a course's schedule beside its class: selection, calendar state, meeting link, actions. */
import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ScheduledClass } from '#contract/course/calendar/endpoints.ts';
import { Badge } from '#kit/display/badge.tsx';
import { counted } from '#kit/format/formats.ts';
import { invitationProblem, whyNotMoved, timesOf } from './class-times.ts';
import { CreateLink, type Guests } from './create-link.tsx';
import { isLinkOnly } from './guests.ts';
import { Invitation } from './invitation.tsx';
import { MoveClass } from './move-class.tsx';
import classes from './schedule.module.css';

export interface SectionWork {
  courseId: string;
  ticked: ReadonlySet<string>;
  tick: (sectionId: string, isOn: boolean) => void;
  /** Error of the last send, by section. */
  refusals: Readonly<Record<string, string>>;
  /** Section whose link is being created. */
  creating: string | undefined;
  create: (sectionId: string, guests: Guests) => Promise<boolean>;
  /** Number of people invited by default. */
  invitees: number;
  /** Whether an invitation comes with a meeting link. */
  hasLinks: boolean;
}

interface Props {
  one: ScheduledClass;
  work: SectionWork;
}

export function SectionTick({ one, work: { ticked, tick } }: Props) {
  return (
    <label className={classes['tick']}>
      {!invitationProblem(one) && (
        <input
          type="checkbox"
          aria-label={`Select ${one.name}`}
          checked={ticked.has(one.sectionId)}
          onChange={({ currentTarget }) => tick(one.sectionId, currentTarget.checked)}
        />
      )}
    </label>
  );
}

/** @param attendanceOf lesson of the class beside it, of which attendance is taken */
export function SectionActions({ one, work, attendanceOf }: Props & { attendanceOf?: string | null }) {
  const reason = work.refusals[one.sectionId] ?? one.event?.error;
  return (
    <>
      <State event={one.event} />
      <span className={classes['act']}>
        <Meeting one={one} work={work} />
        {attendanceOf && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            component={Link}
            to={`/lesson/${attendanceOf}/attendance`}
            aria-label={`Attendance of ${one.name}`}
          >
            Attendance
          </Button>
        )}
        <Invitation courseId={work.courseId} one={one} invitees={work.invitees} />
        {!whyNotMoved(one) && <MoveClass courseId={work.courseId} sectionId={one.sectionId} name={one.name} />}
      </span>
      {reason && <span className={classes['reason']}>{reason}</span>}
    </>
  );
}

/** Sections that have no time, or whose live lessons all have times of their own. */
export function OtherSections({ sections, work }: { sections: readonly ScheduledClass[]; work: SectionWork }) {
  return (
    <ol className={classes['lines']}>
      {sections.map((one) => (
        <li key={one.sectionId}>
          <SectionTick one={one} work={work} />
          <span className={classes['what']}>
            <strong>{one.name}</strong>
            <span>{timesOf(one) ?? 'No time yet'}</span>
          </span>
          <SectionActions one={one} work={work} />
        </li>
      ))}
    </ol>
  );
}

const states = {
  pending: ['yellow', 'On its way'],
  sent: ['green', 'Sent'],
  failed: ['red', 'Not sent yet'],
  cancelled: ['grey', 'Cancelled'],
} as const;

function State({ event }: Pick<ScheduledClass, 'event'>) {
  if (event && isLinkOnly({ event }) && event.state === 'sent') return <Badge colour="grey">Link only</Badge>;
  const state = event && event.waiting > 0 && event.state === 'sent' ? 'pending' : event?.state;
  const [colour, label] = state ? states[state] : (['grey', 'Not in calendars'] as const);
  return (
    <span className={classes['state']}>
      <Badge colour={colour}>{label}</Badge>
      {event?.state === 'sent' && <span>{counted(event.invited, 'guest', 'guests')}</span>}
    </span>
  );
}

function Meeting({ one, work: { creating, create, invitees, hasLinks } }: Props) {
  const { sectionId, name, gmeetUrl } = one;
  if (gmeetUrl)
    return (
      <Anchor href={gmeetUrl} target="_blank" rel="noreferrer" size="sm" aria-label={`Open the meeting of ${name}`}>
        Open meeting
      </Anchor>
    );
  return (
    <CreateLink
      one={one}
      isCreating={creating === sectionId}
      create={(guests) => create(sectionId, guests)}
      invitees={invitees}
      hasLinks={hasLinks}
    />
  );
}
