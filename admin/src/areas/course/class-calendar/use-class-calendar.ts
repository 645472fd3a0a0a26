/** State of the calendar in the URL, its classes and holidays, and its keys. */
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { z } from 'zod';
import { listClasses } from '#contract/course/class-calendar/endpoints.ts';
import { listHolidays } from '#contract/course/schedule/endpoints.ts';
import { day, filter, idOf, name } from '#contract/kernel/fields.ts';
import { useCall } from '#kit/api/use-call.ts';
import { isTyping, type Keys, usePageKeys } from '#kit/feedback/keys.ts';
import { today } from '#kit/form/use-date-text.ts';
import { focusRow, nextRow, rowOf } from '#kit/list/row-focus.ts';
import { useListState } from '#kit/list/use-list-state.ts';
import { useWindowEvent } from '#kit/use-window-event.ts';
import { type View, dayAfter, periodOf, views } from './periods.ts';

const schema = z.object({
  view: z.enum(views).optional(),
  date: day.optional(),
  courseId: filter(idOf('course'), 'Course'),
  instructor: filter(name(1, 200), 'Instructor'),
  room: filter(name(1, 300), 'Room'),
  clashes: z.literal('1').optional(),
});
type State = z.output<typeof schema>;

const phone = '(max-width: 767px)';

interface Options {
  /** Only classes of this course. */
  courseId?: string | undefined;
  /** View and day without any in the URL. */
  view: View;
  day: string;
}

/** Names of holidays by day. */
function useHolidays(from: string): ReadonlyMap<string, string> {
  const days = useCall(listHolidays, { query: { from } }).data?.holidays;
  return useMemo(() => new Map((days ?? []).map((one) => [one.date, one.name])), [days]);
}

export function useClassCalendar({ courseId, ...usual }: Options) {
  const { state: listed, change } = useListState(schema);
  const state = listed as unknown as State;
  // Before the first paint: a phone never loads the other views.
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
  const view: View = isPhone ? 'agenda' : (state.view ?? usual.view);
  const date = state.date ?? usual.day;
  const period = periodOf(view, date);
  const { instructor, room } = state;
  const result = useCall(
    listClasses,
    { query: { ...period, courseId: courseId ?? state.courseId, instructor, room } },
    { keepPrevious: true },
  );
  const holidays = useHolidays(`${period.from.slice(0, 4)}-01-01`);
  const set = (next: View) => change({ view: next === usual.view ? '' : next, date });
  const go = (next: string) => change({ date: next });
  const turn = (step: 1 | -1) => go(dayAfter(view, date, step));
  useKeys({ set: isPhone ? undefined : set, turn, toToday: () => go(today()) });
  // Kept between renders: with others the grid places all classes anew.
  const read = result.isPrevious ? undefined : result.data?.classes;
  const onlyClashes = state.clashes !== undefined;
  const classes = useMemo(
    () => (read ?? []).filter(({ clashes }) => !onlyClashes || clashes.length > 0),
    [read, onlyClashes],
  );
  return {
    state: listed,
    change,
    view,
    date,
    period,
    isPhone,
    result,
    classes,
    holidays,
    isFiltered: [!courseId && state.courseId, instructor, room, state.clashes].some(Boolean),
    set,
    turn,
    toToday: () => go(today()),
  };
}
export type ClassCalendarState = ReturnType<typeof useClassCalendar>;

const keys: Keys = [
  ['← →', 'Previous and next period'],
  ['t', 'Today'],
  ['w m a', 'Week, month, agenda'],
  ['↑ ↓', 'Move between classes'],
  ['Enter', 'Show the class'],
];
const viewKeys: Readonly<Record<string, View>> = { w: 'week', m: 'month', a: 'agenda' };

interface Actions {
  set: ((view: View) => void) | undefined;
  turn: (step: 1 | -1) => void;
  toToday: () => void;
}

function useKeys({ set, turn, toToday }: Actions): void {
  usePageKeys(keys);
  useWindowEvent('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (target.closest('[role="dialog"], [role="menu"], [data-peek]')) return;
    const view = viewKeys[event.key];
    const row = rowOf(target);
    if (event.key === 'ArrowLeft') turn(-1);
    else if (event.key === 'ArrowRight') turn(1);
    else if (event.key === 't') toToday();
    else if (view && set) set(view);
    else if (event.key === 'ArrowDown' && row) focusRow(nextRow(row, 1));
    else if (event.key === 'ArrowUp' && row) focusRow(nextRow(row, -1));
    else return;
    event.preventDefault();
  });
}
