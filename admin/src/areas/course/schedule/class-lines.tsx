/** List of a course's classes: time, calendar state and meeting link. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ScheduledClass } from '#contract/course/calendar/endpoints.ts';
import { isSameInstant } from '#contract/kernel/days.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { Badge } from '#kit/display/badge.tsx';
import { counted } from '#kit/format/formats.ts';
import { timesOf, invitationProblem } from './class-times.ts';
import { CreateLink, type Guests } from './create-link.tsx';
import { isLinkOnly } from './guests.ts';
import { Invitation } from './invitation.tsx';
import { MoveClass } from './move-class.tsx';
import classes from './schedule.module.css';

interface Props {
  courseId: string;
  scheduled: readonly ScheduledClass[];
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

export function ClassLines({ scheduled, ...rest }: Props) {
  return (
    <ol className={classes['lines']}>
      {scheduled.map((one) => (
        <ClassLine key={one.sectionId} one={one} scheduled={scheduled} {...rest} />
      ))}
    </ol>
  );
}

type LineProps = Props & { one: ScheduledClass };

function ClassLine({ one, courseId, scheduled, ticked, tick, refusals, ...rest }: LineProps) {
  const { sectionId, name, event } = one;
  const reason = refusals[sectionId] ?? event?.error;
  return (
    <li id={`class-${sectionId}`}>
      <label className={classes['tick']}>
        <Unavailable why={invitationProblem(one)}>
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={ticked.has(sectionId)}
            onChange={({ currentTarget }) => tick(sectionId, currentTarget.checked)}
          />
        </Unavailable>
      </label>
      <span className={classes['what']}>
        <strong>{name}</strong>
        <span>{timesOf(one) ?? 'No time yet'}</span>
        {reason && <span className={classes['reason']}>{reason}</span>}
        <LiveLessons of={one} />
      </span>
      <State event={event} />
      <span className={classes['act']}>
        <Meeting one={one} {...rest} />
        <Invitation courseId={courseId} one={one} invitees={rest.invitees} />
        <MoveClass courseId={courseId} one={one} scheduled={scheduled} />
      </span>
    </li>
  );
}

/** Links to the attendance of the live lessons, with their time if it differs from the section's. */
function LiveLessons({ of: { liveLessons, startAt, endAt } }: { of: ScheduledClass }) {
  if (liveLessons.length === 0) return null;
  const isOwnTime = (lesson: ScheduledClass['liveLessons'][number]) =>
    lesson.startAt !== null && !(isSameInstant(lesson.startAt, startAt) && isSameInstant(lesson.endAt, endAt));
  return (
    <ul aria-label="Live lessons">
      {liveLessons.map((lesson) => (
        <li key={lesson.lessonId}>
          <Link to={`/lesson/${lesson.lessonId}/attendance`}>{lesson.name}</Link>
          {isOwnTime(lesson) && <span> {timesOf(lesson)}</span>}
        </li>
      ))}
    </ul>
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

function Meeting({ one, creating, create, ...rest }: Pick<LineProps, 'one' | 'creating' | 'create' | LinkProps>) {
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
      {...rest}
    />
  );
}
type LinkProps = 'invitees' | 'hasLinks';
