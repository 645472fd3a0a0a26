/** Class in the calendar: a button that opens its panel, with its states in words. */
import type { ReactNode } from 'react';
import type { CalendarClass } from '#contract/course/class-calendar/endpoints.ts';
import { Badge } from '#kit/display/badge.tsx';
import { formatHour } from '#kit/format/formats.ts';
import { usePeek } from '#kit/list/use-peek.tsx';
import { attendanceLabel, attendanceNow, clashLabel, inOneLine } from './class-words.ts';
import classes from './class-calendar.module.css';

/** Content of a class's row in the agenda, before and after what every agenda shows. */
export interface RowParts {
  before?: ReactNode;
  after?: ReactNode;
}

interface EntryProps {
  one: CalendarClass;
  /** The course is known: its name is left out. */
  isInCourse: boolean;
}

const whereOf = ({ instructors, room }: CalendarClass) => [instructors.join(', '), room ?? 'Online'].filter(Boolean);

/** Entry of a week or month: time and name, then what needs attention, then the course; a month has room for two lines. */
export function ClassEntry({ one, isInCourse, isTall }: EntryProps & { isTall: boolean }) {
  const warnings = [clashLabel(one), attendanceNow(one) === 'missing' && attendanceLabel(one)].filter(Boolean);
  return (
    <Opener one={one} className={classes['entry']} isTall={isTall}>
      <span className={classes['name']}>
        {formatHour(one.startAt)} {one.name}
      </span>
      {warnings.length > 0 && <span className={classes['warning']}>{warnings.join(' · ')}</span>}
      {!isInCourse && (isTall || warnings.length === 0) && <span>{one.courseName}</span>}
      {isTall && <span className={classes['where']}>{whereOf(one).join(' · ')}</span>}
    </Opener>
  );
}

/** Row of the agenda. */
export function ClassRow({ one, isInCourse, before, after }: RowParts & EntryProps) {
  const state = attendanceNow(one);
  const clash = clashLabel(one);
  const hours = [one.startAt, one.endAt].flatMap((at) => (at === null ? [] : formatHour(at))).join('–');
  const where = [
    one.sectionName !== one.name && one.sectionName,
    !isInCourse && one.courseName,
    one.instructors.join(', '),
    one.room ?? 'Online',
  ];
  return (
    <div className={classes['row']} data-wide={after ? true : undefined}>
      {before}
      <Opener one={one} className={classes['what']}>
        <span className={classes['hours']}>{hours}</span>
        <span className={classes['name']}>{one.name}</span>
        <span className={classes['where']}>{where.filter(Boolean).join(' · ')}</span>
      </Opener>
      <span className={classes['states']}>
        {clash && <Badge colour="red">{clash}</Badge>}
        {state === 'missing' && <Badge colour="yellow">{attendanceLabel(one)}</Badge>}
        {state === 'taken' && <Badge colour="green">{attendanceLabel(one)}</Badge>}
        {!one.isPublished && <Badge colour="grey">Draft</Badge>}
      </span>
      {after}
    </div>
  );
}

interface OpenerProps {
  one: CalendarClass;
  className?: string | undefined;
  isTall?: boolean;
  children: ReactNode;
}

function Opener({ one, className, isTall, children }: OpenerProps) {
  const { id, show } = usePeek();
  return (
    <button
      type="button"
      className={className}
      data-row={one.classId}
      data-tall={isTall || undefined}
      data-clash={one.clashes.length > 0 || undefined}
      data-peeked={id === one.classId || undefined}
      title={inOneLine(one)}
      onClick={() => show(one.classId)}
    >
      {children}
    </button>
  );
}
