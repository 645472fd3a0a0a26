/** Calendar of classes: its period, its view, and its classes, each with a panel beside it. */
import { ActionIcon, Button, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, Suspense, lazy, useCallback, useState } from 'react';
import { type CalendarClass, maxCalendarClasses } from '#contract/course/class-calendar/endpoints.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { counted } from '#kit/format/formats.ts';
import { rowPeekOf } from '#kit/list/peek.ts';
import type { Filter } from '#kit/list/filter.ts';
import { Toolbar } from '#kit/list/toolbar.tsx';
import { PeekBeside } from '#kit/list/use-peek.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { MoveDialog } from '../schedule/move-class.tsx';
import type { RowParts } from './class-entry.tsx';
import { type View, periodInWords, viewNames } from './periods.ts';
import type { ClassCalendarState } from './use-class-calendar.ts';
import classes from './class-calendar.module.css';

const ClassGrid = lazy(() => import('./class-grid.tsx'));

export const classPeek = rowPeekOf<CalendarClass>({
  what: 'class',
  title: ({ name }) => name,
  content: async () => (await import('./class-beside.tsx')).ClassBeside,
  prefetch: () => undefined,
});
const peeking = { peek: classPeek, rowKey: ({ classId }: CalendarClass) => classId };

interface Props {
  calendar: ClassCalendarState;
  filters: readonly Filter[];
  isInCourse?: boolean;
  row?: (one: CalendarClass) => RowParts;
  empty: ReactNode;
}

export function ClassCalendar({ calendar, filters, isInCourse = false, row, empty }: Props) {
  const { state, change, result, view, date, classes: shown, holidays, isFiltered } = calendar;
  const [dropped, setDropped] = useState<{ one: CalendarClass; startAt: string }>();
  const drop = useCallback((one: CalendarClass, startAt: string) => setDropped({ one, startAt }), []);
  const clear = () => change({ courseId: '', instructor: '', room: '', clashes: '' });
  return (
    <div className={classes['calendar']}>
      <PeriodBar calendar={calendar}>
        <Toolbar label="classes" state={state} change={change} search={undefined} filters={filters} sorts={[]} />
      </PeriodBar>
      <Loaded result={result} what="classes" skeleton={<Skeleton height={420} radius={8} />}>
        {({ isCut }) => (
          <>
            {isCut && (
              <Text size="sm" role="status" mb="xs">
                Only the first {counted(maxCalendarClasses, 'class is', 'classes are')} shown. Choose a filter or a
                shorter period.
              </Text>
            )}
            {shown.length === 0 && !result.isPrevious ? (
              isFiltered ? (
                <NoMatches clear={clear} />
              ) : (
                empty
              )
            ) : (
              <Suspense fallback={<Skeleton height={420} radius={8} />}>
                <ClassGrid
                  view={view}
                  date={date}
                  shown={shown}
                  holidays={holidays}
                  isInCourse={isInCourse}
                  row={row}
                  drop={drop}
                />
              </Suspense>
            )}
          </>
        )}
      </Loaded>
      <PeekBeside {...peeking} rows={shown} />
      {dropped && <MoveDialog {...dropped.one} to={dropped.startAt} close={() => setDropped(undefined)} />}
    </div>
  );
}

const NoMatches = ({ clear }: { clear: () => void }) => (
  <EmptyState
    title="No matches in this period"
    action={
      <Button variant="default" onClick={clear}>
        Clear the filters
      </Button>
    }
  >
    Try another filter or another period.
  </EmptyState>
);

const viewChoices = choicesOf(viewNames);

interface BarProps extends Pick<Props, 'calendar'> {
  children: ReactNode;
}

function PeriodBar({ calendar: { view, date, isPhone, set, turn, toToday }, children }: BarProps) {
  return (
    <div className={classes['bar']}>
      <Turn label="Previous period" keys="ArrowLeft" icon={IconChevronLeft} onPress={() => turn(-1)} />
      <Button size="xs" variant="default" aria-keyshortcuts="t" onClick={toToday}>
        Today
      </Button>
      <Turn label="Next period" keys="ArrowRight" icon={IconChevronRight} onPress={() => turn(1)} />
      <h2 aria-live="polite">{periodInWords(view, date)}</h2>
      {children}
      {!isPhone && (
        <SegmentedControl
          size="xs"
          aria-label="View"
          data={viewChoices}
          value={view}
          onChange={(value) => set(value as View)}
        />
      )}
    </div>
  );
}

interface TurnProps {
  label: string;
  keys: string;
  icon: typeof IconChevronLeft;
  onPress: () => void;
}

const Turn = ({ label, keys, icon: Icon, onPress }: TurnProps) => (
  <ActionIcon variant="default" size={32} aria-label={label} aria-keyshortcuts={keys} onClick={onPress}>
    <Icon size={16} stroke={1.8} />
  </ActionIcon>
);
