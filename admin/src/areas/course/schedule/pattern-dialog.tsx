/** Creates many classes from a pattern, with a live preview; holidays are skipped unless unticked. */
import { Group, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Pattern, planClasses, shiftHours } from '#contract/course/schedule/class-plan.ts';
import { type PatternDraft, classPattern, createClasses, listHolidays } from '#contract/course/schedule/endpoints.ts';
import { deleteParts } from '#contract/course/section/endpoints.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { days, today } from '#kit/form/use-date-text.ts';
import { counted, formatLongDay } from '#kit/format/formats.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { DayInput } from '#kit/form/day-input.tsx';
import { DaysOff } from './days-off.tsx';
import { type DayOff, leftOut, ownDays } from './holidays.ts';
import { Planned } from './planned-classes.tsx';
import { Tick } from './tick.tsx';

/** Indonesian abbreviations, as in the calendar. */
const weekdays = ['Sen', 'Sel', 'Rab', 'Kam', 'Jum', 'Sab', 'Min'];

interface Typed
  extends
    Omit<Pattern, 'skip' | 'startMinute' | 'duration'>,
    Pick<PatternDraft, 'name' | 'firstNumber' | 'hasLessons'> {
  /** `19.00`. */
  startTime: string;
  endTime: string;
}
type Draft = Omit<PatternDraft, 'skip'>;

/** Parses `19.00`, `19:00`, `1900` or `19` to minutes; NaN if invalid. */
function minutesOf(time: string): number {
  const [, hour, minute = '0'] = /^\s*(\d{1,2})(?:[.:]?(\d{2}))?\s*$/.exec(time) ?? [];
  return Number(minute) < 60 ? Number(hour) * 60 + Number(minute) : Number.NaN;
}
const draftOf = ({ startTime, endTime, ...typed }: Typed): Draft => ({
  ...typed,
  weekdays: typed.weekdays.toSorted((a, b) => a - b),
  startMinute: minutesOf(startTime),
  duration: minutesOf(endTime) - minutesOf(startTime),
});

const isDay = (value: string) => days.partsOf(value) !== undefined;

/** First problem of the pattern in words; undefined if it is valid. */
function problemOf(draft: PatternDraft): string | undefined {
  const read = classPattern.safeParse(draft);
  return read.success ? undefined : read.error.issues[0]?.message;
}

const evening = { weekdays: [], from: 19, to: 21 };
const clock = (hour: number) => `${String(hour).padStart(2, '0')}.00`;

/** Days and hours of a shift; in the evening without one. */
function hoursOf(shift: string | null): Pick<Typed, 'weekdays' | 'startTime' | 'endTime'> {
  const { weekdays, from, to } = (shift !== null && shiftHours[shift]) || evening;
  return { weekdays: [...weekdays], startTime: clock(from), endTime: clock(to) };
}

interface Props {
  courseId: string;
  shift: string | null;
  /** Number of existing classes; new numbers continue from there. */
  present: number;
  close: () => void;
}

export function PatternDialog({ courseId, shift, present, close }: Props) {
  const [initial] = useState<Typed>(() => ({
    ...hoursOf(shift),
    count: 12,
    from: today(),
    name: 'Pertemuan {n}',
    firstNumber: present + 1,
    hasLessons: true,
  }));
  const [typed, setTyped] = useState(initial);
  const [off, setOff] = useState<readonly DayOff[]>([]);
  const takeBack = useAction(deleteParts, { messages: { ...deleteParts.messages, ok: 'Taken back' } });
  const create = useAction(createClasses, {
    undo:
      ({ params }, { sectionIds }) =>
      () =>
        void takeBack.run({ params, body: { sections: sectionIds } }),
  });
  const holidays = useCall(
    listHolidays,
    { query: { from: typed.from } },
    { enabled: isDay(typed.from), keepPrevious: true },
  );
  const all = ownDays(holidays.data?.holidays ?? [], off);
  const draft = { ...draftOf(typed), skip: leftOut(all, typed) };
  const problem = problemOf(draft) ?? (holidays.data ? undefined : 'Loading the holidays');
  const plan = problem === undefined ? planClasses(draft) : { planned: [], skipped: [] };
  const isTyped = typed !== initial || off.length > 0;
  const change = (next: Partial<Typed>) => setTyped({ ...typed, ...next });
  const submit = async () => {
    if ((await create.run({ params: { id: courseId }, body: draft })).ok) close();
  };
  return (
    <WorkDialog
      title="Classes by a pattern"
      close={close}
      isTyped={isTyped}
      why={problem ?? false}
      submitLabel={
        problem === undefined ? `Create ${counted(plan.planned.length, 'class', 'classes')}` : 'Create classes'
      }
      isWorking={create.loading}
      submit={submit}
    >
      <PatternFields typed={typed} change={change} />
      <DaysOff all={all.filter(({ date }) => isMet(draft, date))} off={off} setOff={setOff} />
      {holidays.error && (
        <Text c="red" size="sm" role="alert">
          {holidays.error.message}
        </Text>
      )}
      <Planned draft={draft} plan={plan} problem={problem} />
    </WorkDialog>
  );
}

/** Whether the pattern includes the day, up to its last possible class without days off. */
function isMet(draft: PatternDraft, date: string): boolean {
  if (problemOf(draft) !== undefined) return false;
  const { planned, skipped } = planClasses(draft);
  return planned.some((one) => one.date === date) || skipped.some((one) => one.date === date);
}

const weekdaysWith = (chosen: readonly number[], weekday: number, isOn: boolean): number[] => [
  ...chosen.filter((one) => one !== weekday),
  ...(isOn ? [weekday] : []),
];

interface FieldsProps {
  typed: Typed;
  change: (next: Partial<Typed>) => void;
}

function PatternFields({ typed, change }: FieldsProps) {
  const { startTime, endTime, count, from, name } = typed;
  return (
    <>
      <div role="group" aria-label="Days of the week">
        <Group gap="md">
          {weekdays.map((label, index) => (
            <Tick
              key={label}
              label={label}
              isOn={typed.weekdays.includes(index + 1)}
              set={(isOn) => change({ weekdays: weekdaysWith(typed.weekdays, index + 1, isOn) })}
            />
          ))}
        </Group>
      </div>
      <SimpleGrid cols={{ base: 2, sm: 3 }}>
        <TextInput
          label="From (WIB)"
          placeholder="19.00"
          value={startTime}
          onChange={({ currentTarget }) => change({ startTime: currentTarget.value })}
        />
        <TextInput
          label="To (WIB)"
          placeholder="21.00"
          value={endTime}
          onChange={({ currentTarget }) => change({ endTime: currentTarget.value })}
        />
        <NumberInput
          label="How many"
          min={1}
          max={100}
          allowDecimal={false}
          value={count}
          onChange={(next) => change({ count: Number(next) })}
        />
      </SimpleGrid>
      <Group grow align="flex-start">
        <DayInput
          label="From day"
          kind={days}
          value={from}
          set={(next) => change({ from: next })}
          example="besok"
          inWords={formatLongDay}
        />
        <TextInput
          label="Name"
          description="{n} is the number"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
      </Group>
      <Tick
        label="A live class in each, to take attendance of"
        isOn={typed.hasLessons}
        set={(hasLessons) => change({ hasLessons })}
      />
    </>
  );
}
