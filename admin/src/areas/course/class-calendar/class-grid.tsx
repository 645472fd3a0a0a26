/** Week, month or agenda of classes by FullCalendar, which is loaded with it; a class is dragged to another time. */
import FullCalendar from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import list from '@fullcalendar/react/list';
import id from '@fullcalendar/react/locales/id';
import theme from '@fullcalendar/react/themes/classic';
import timeGrid from '@fullcalendar/react/timegrid';
import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import { memo, useMemo } from 'react';
import type { CalendarClass } from '#contract/course/class-calendar/endpoints.ts';
import { jakartaDay } from '#contract/kernel/days.ts';
import { formatLongDay, fromWallClock, toWallClock } from '#kit/format/formats.ts';
import { ClassEntry, ClassRow, type RowParts } from './class-entry.tsx';
import { whyNotMoved } from './class-words.ts';
import { type View, periodInWords } from './periods.ts';
import classes from './class-calendar.module.css';

interface Props {
  view: View;
  date: string;
  shown: readonly CalendarClass[];
  /** Names of holidays by day. */
  holidays: ReadonlyMap<string, string>;
  /** The classes are those of one course, whose name is left out. */
  isInCourse: boolean;
  /** Parts of a class's row in the agenda. */
  row?: ((one: CalendarClass) => RowParts) | undefined;
  /** A class was dropped on another start. */
  drop: (one: CalendarClass, startAt: string) => void;
}

const plugins = [dayGrid, timeGrid, list, interaction, theme];
const names = { week: 'timeGridWeek', month: 'dayGridMonth', agenda: 'agenda' } as const;
const ownViews = { agenda: { type: 'list', duration: { weeks: 6 } } };
/** Width to height of six weeks: all of them fit a window of 1280 × 800 px. */
const monthRatio = 1.75;
const hour = { hour: '2-digit', minute: '2-digit', hour12: false } as const;

const eventOf = (one: CalendarClass) => ({
  id: one.classId,
  title: one.name,
  start: toWallClock(one.startAt),
  ...(one.endAt !== null && { end: toWallClock(one.endAt) }),
  startEditable: !whyNotMoved(one),
  extendedProps: { one },
});

/** The grid works with Jakarta's wall clock as if it were UTC: converting all classes with a time zone takes longer than painting them. */
const wallOf = (date: Date): string => date.toISOString().slice(0, 16);
const dayOf = (date: Date): string => wallOf(date).slice(0, 10);
const now = () => toWallClock(new Date().toISOString());

/** Hour from which a week shows a class: its first one, or that of the midnight in it. */
const firstHour = ({ startAt, endAt }: CalendarClass): number =>
  endAt !== null && jakartaDay(new Date(Date.parse(endAt) - 1)) > jakartaDay(new Date(startAt))
    ? 0
    : Number(toWallClock(startAt).slice(11, 13));

/** First hour of a week: 7, unless a class runs before. */
const earliest = (shown: readonly CalendarClass[]): string =>
  String(Math.min(7, ...shown.map(firstHour))).padStart(2, '0');

function ClassGrid({ view, date, shown, holidays, isInCourse, row, drop }: Props) {
  const events = useMemo(() => shown.map(eventOf), [shown]);
  const classOf = (event: { extendedProps: Record<string, unknown> }) => event.extendedProps['one'] as CalendarClass;
  const entryOf = (one: CalendarClass, type: string) =>
    type === 'agenda' ? (
      <ClassRow one={one} isInCourse={isInCourse} {...row?.(one)} />
    ) : (
      <ClassEntry one={one} isInCourse={isInCourse} isTall={type !== 'dayGridMonth'} />
    );
  const withHoliday = (at: Date, text: string) => (
    <>
      {text}
      {holidays.has(dayOf(at)) && <span className={classes['holiday']}>{holidays.get(dayOf(at))}</span>}
    </>
  );
  return (
    <div className={classes['grid']} role="region" aria-label={`Classes, ${periodInWords(view, date)}`}>
      <FullCalendar
        key={`${view} ${date}`}
        plugins={plugins}
        locale={id}
        timeZone="UTC"
        now={now}
        initialView={names[view]}
        initialDate={date}
        views={ownViews}
        firstDay={1}
        headerToolbar={false}
        height="auto"
        aspectRatio={monthRatio}
        events={events}
        eventDisplay="block"
        eventColor="var(--app-sunken)"
        eventContrastColor="var(--mantine-color-text)"
        eventInteractive={false}
        eventDurationEditable={false}
        defaultTimedEventDuration="01:00"
        dragRevertDuration={0}
        dayMaxEvents={view === 'month' ? 2 : 4}
        allDaySlot={false}
        nowIndicator
        displayEventTime={false}
        slotMinTime={view === 'week' ? `${earliest(shown)}:00` : '00:00'}
        slotDuration="01:00"
        snapDuration="00:15"
        slotMinHeight={34}
        slotHeaderFormat={hour}
        slotEventOverlap={false}
        eventContent={({ event, view: { type } }) => entryOf(classOf(event), type)}
        dayHeaderContent={({ date: at, text }) => (view === 'month' ? text : withHoliday(at, text))}
        dayCellTopContent={({ date: at, text }) => withHoliday(at, text)}
        listDayHeaderInnerClass={classes['day']}
        listDayHeaderContent={({ date: at, level }) => level === 0 && withHoliday(at, formatLongDay(at.toISOString()))}
        eventDrop={({ event, revert }) => {
          const to = event.start;
          revert();
          if (to) drop(classOf(event), fromWallClock(wallOf(to)));
        }}
      />
    </div>
  );
}

/** Rendered only with other props: the grid places all classes anew each time. */
export default memo(ClassGrid);
