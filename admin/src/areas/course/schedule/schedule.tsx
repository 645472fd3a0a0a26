/** Schedule tab of a course with classes: their calendar, with the invitations and meeting link of each. */
import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type ScheduledClass, getSchedule } from '#contract/course/calendar/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { useCall } from '#kit/api/use-call.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { today } from '#kit/form/use-date-text.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import type { OpenCourse } from '../course-words.tsx';
import { ClassCalendar } from '../class-calendar/class-calendar.tsx';
import { clashFilter } from '../class-calendar/filters.ts';
import { openingDay } from '../class-calendar/periods.ts';
import { useClassCalendar } from '../class-calendar/use-class-calendar.ts';
import { dayOf, invitationProblem, isInCalendar } from './class-times.ts';
import { toNotify } from './guests.ts';
import { OtherSections, SectionActions, SectionTick, type SectionWork } from './section-parts.tsx';
import { batchSize, hasLinks, useSending } from './use-sending.ts';
import { PatternDialog } from './pattern-dialog.tsx';
import classes from './schedule.module.css';

interface Props {
  courseId: string;
  /** Code of the course's shift, whose days and hours are proposed. */
  shift: string | null;
  /** Number of existing classes. */
  present: number;
  /** The primary action, while there are no classes. */
  isFirst?: boolean;
}

/** Button that opens the pattern dialog. */
function AddClasses({ isFirst = false, ...course }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={isFirst ? 'filled' : 'default'}
        mt={isFirst ? 'md' : 0}
        w="fit-content"
        onClick={() => setOpen(true)}
      >
        Add classes
      </Button>
      {isOpen && <PatternDialog {...course} close={() => setOpen(false)} />}
    </>
  );
}

export const schedule = { label: 'Schedule', path: 'schedule' };

/** Polling interval while invitations are being sent. */
const lookMs = 3_000;

const isMoving = ({ event }: ScheduledClass) =>
  event !== null && (event.waiting > 0 || event.state === 'pending' || event.state === 'failed');

export function Schedule({ id, record: { shift } }: OpenCourse) {
  const result = useCall(
    getSchedule,
    { params: { id } },
    { everyMs: (data) => !!data?.classes.some(isMoving) && lookMs },
  );
  return (
    <Loaded result={result} what="schedule">
      {(data) => <Classes id={id} shift={shift} data={data} refetch={result.refetch} />}
    </Loaded>
  );
}

const linkWords = {
  google: 'Google Calendar makes the links and invites.',
  course: 'The meeting link is the course’s; invitations go by mail.',
  room: 'Each class has its own meeting room; invitations go by mail.',
  none: 'The course has no meeting link. Invitations go by mail, without one.',
  unconfigured: 'Invitations go by mail, without a meeting link.',
} as const;

/** Asks before invitations are sent, with their number. */
function isSure(classesToSend: readonly ScheduledClass[], invitees: number, withLinks: boolean): Promise<boolean> {
  const total = classesToSend.reduce((sum, one) => sum + toNotify(one, invitees, withLinks), 0);
  const schedules = counted(classesToSend.length, 'schedule', 'schedules');
  return confirm({
    title: `Send ${schedules}?`,
    text:
      total === 0
        ? 'Send: nobody is notified, because there is nobody without these invitations.'
        : 'Send: everybody gets one invitation for each class. Nobody who has it already is notified again.',
    action: total === 0 ? `Send ${schedules}` : `Send ${counted(total, 'invitation', 'invitations')}`,
  });
}

interface ClassesProps {
  id: string;
  shift: string | null;
  data: Reply<typeof getSchedule>;
  refetch: () => Promise<unknown>;
}

function Classes({ id, shift, data: { classes: scheduled, links, invitees }, refetch }: ClassesProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const sending = useSending(id, links, refetch);
  const sendable = scheduled.filter((one) => !invitationProblem(one)).map(({ sectionId }) => sectionId);
  // Leave out classes that were removed meanwhile.
  const ticked = new Set(sendable.filter((one) => chosen.has(one)));
  const tick = (sectionId: string, isOn: boolean) => {
    const next = new Set(ticked);
    if (isOn) next.add(sectionId);
    else next.delete(sectionId);
    setChosen(next);
  };
  const send = async () => {
    const classesToSend = scheduled.filter(({ sectionId }) => ticked.has(sectionId));
    if (!(await isSure(classesToSend, invitees, hasLinks(links)))) return;
    if (await sending.send(classesToSend)) setChosen(new Set());
  };
  if (scheduled.length === 0)
    return (
      <Section title="Schedule">
        <Text c="dimmed">No classes yet. Each section of the curriculum is a class, once it has a time.</Text>
        <AddClasses courseId={id} shift={shift} present={0} isFirst />
      </Section>
    );
  const work: SectionWork = {
    courseId: id,
    ticked,
    tick,
    refusals: sending.refusals,
    creating: sending.creating,
    create: (sectionId, guests) => sending.create(sectionId, guests),
    invitees,
    hasLinks: hasLinks(links),
  };
  return (
    <Section title={`Schedule ${formatNumber(scheduled.length)}`}>
      {links === 'unconfigured' && (
        <Alert variant="default" mb="sm" title="No meeting server is configured">
          The online classes of this course have no meeting link. Give the course a <em>Meeting link</em> on its
          overview, or have <code>MEETING_SERVER</code> (or Google Calendar) set where this server is run.
        </Alert>
      )}
      <Text c="dimmed" size="sm">
        {linkWords[links]} Invitations go to {counted(invitees, 'person', 'people')}: members, and instructors who have
        an account under their name.
      </Text>
      <div className={classes['bar']}>
        {sendable.length > 0 && (
          <label className={classes['all']}>
            <input
              type="checkbox"
              checked={ticked.size === sendable.length}
              onChange={({ currentTarget }) => setChosen(new Set(currentTarget.checked ? sendable : []))}
            />
            All coming classes
          </label>
        )}
        <AddClasses courseId={id} shift={shift} present={scheduled.length} />
        {sendable.length > 0 && (
          <Unavailable why={ticked.size === 0 && 'Tick the classes to send first'}>
            <Button loading={sending.isSending} onClick={() => void send()}>
              {ticked.size === 0 ? 'Send schedules' : `Send ${counted(ticked.size, 'schedule', 'schedules')}`}
            </Button>
          </Unavailable>
        )}
        {sending.isSending && ticked.size > batchSize && (
          <>
            <span role="status">
              {formatNumber(sending.done)} of {formatNumber(ticked.size)} seen to
            </span>
            <Button variant="default" onClick={sending.stop}>
              Stop
            </Button>
          </>
        )}
      </div>
      <CourseCalendar id={id} scheduled={scheduled} work={work} />
    </Section>
  );
}

const filters = [clashFilter];

interface CalendarProps {
  id: string;
  scheduled: readonly ScheduledClass[];
  work: SectionWork;
}

/** Agenda first; sections that are not in the calendar are listed below it. */
function CourseCalendar({ id, scheduled, work }: CalendarProps) {
  const starts = scheduled.flatMap(({ startAt, liveLessons }) =>
    [startAt, ...liveLessons.map((lesson) => lesson.startAt)].flatMap((at) => (at === null ? [] : dayOf(at))),
  );
  const day = openingDay(starts, today()) ?? today();
  const calendar = useClassCalendar({ courseId: id, view: 'agenda', day });
  const others = scheduled.filter((one) => !isInCalendar(one));
  const sections = new Map(scheduled.map((one) => [one.sectionId, one]));
  // A section with several live lessons is sent and moved with the first of them.
  const firsts = new Map(calendar.classes.toReversed().map(({ sectionId, classId }) => [sectionId, classId]));
  return (
    <>
      <ClassCalendar
        calendar={calendar}
        filters={filters}
        isInCourse
        row={({ classId, sectionId, lessonId, hasOwnTime }) => {
          const one = sections.get(sectionId);
          if (!one || hasOwnTime || firsts.get(sectionId) !== classId) return {};
          return {
            before: <SectionTick one={one} work={work} />,
            after: <SectionActions one={one} work={work} attendanceOf={lessonId} />,
          };
        }}
        empty={
          <EmptyState title="No classes in this period">
            A class is a section with a time. Go to another period, or press “Add classes”.
          </EmptyState>
        }
      />
      {others.length > 0 && (
        <Section title="Not in the calendar">
          <OtherSections sections={others} work={work} />
        </Section>
      )}
    </>
  );
}
