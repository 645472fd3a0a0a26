/** Moves a class, alone or with all later ones, after a preview; the toast has Undo. */
import { Button, Text } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { type ScheduledClass, getSchedule } from '#contract/course/calendar/endpoints.ts';
import { type Times, planMove } from '#contract/course/schedule/class-plan.ts';
import { type MovePreview, listHolidays, moveClasses, previewMoves } from '#contract/course/schedule/endpoints.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { NotFound } from '#kit/feedback/states.tsx';
import { momentsAt, today } from '#kit/form/use-date-text.ts';
import { counted, formatHour, formatLongMinute } from '#kit/format/formats.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { timesOf } from './class-times.ts';
import { DayInput } from '#kit/form/day-input.tsx';
import { MovedClasses } from './moved-classes.tsx';
import { Tick } from './tick.tsx';

interface Props {
  courseId: string;
  sectionId: string;
  name: string;
}

/** Undo sends the old times in the same call. */
function useMoving(courseId: string) {
  const params = { id: courseId };
  const back = useAction(moveClasses);
  const before = useRef<readonly MovePreview[]>([]);
  const move = useAction(moveClasses, {
    undo: (input, reply) => {
      const old = new Map(before.current.map(({ sectionId, from }) => [sectionId, from]));
      const classes = reply.classes.flatMap(({ sectionId, version }) => {
        const { startAt, endAt } = old.get(sectionId) ?? { startAt: null, endAt: null };
        return startAt && endAt ? [{ sectionId, version, startAt, endAt }] : [];
      });
      return classes.length === input.body.classes.length
        ? () => void back.run({ params, body: { classes } })
        : undefined;
    },
  });
  return {
    isMoving: move.loading,
    move: (moves: readonly MovePreview[]) => {
      before.current = moves;
      return move.run({
        params,
        body: { classes: moves.map(({ sectionId, version, to }) => ({ sectionId, version, ...to })) },
      });
    },
  };
}

interface ButtonProps extends Props {
  variant?: 'subtle' | 'default';
}

export function MoveClass({ variant = 'subtle', ...one }: ButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant={variant} color="gray" aria-label={`Move ${one.name}`} onClick={() => setOpen(true)}>
        Move
      </Button>
      {isOpen && <MoveDialog {...one} close={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps extends Props {
  /** Proposed start, which the preview shows at once. */
  to?: string;
  close: () => void;
}

/** Reads the schedule of the class's course, whose other classes may move along. */
export function MoveDialog({ courseId, sectionId, name, ...rest }: DialogProps) {
  const schedule = useCall(getSchedule, { params: { id: courseId } });
  const scheduled = schedule.data?.classes;
  const one = scheduled?.find((each) => each.sectionId === sectionId);
  if (scheduled && one) return <Move courseId={courseId} one={one} scheduled={scheduled} {...rest} />;
  return (
    <Dialog onClose={rest.close} title={`Move ${name}`}>
      {scheduled ? (
        <NotFound what="class" />
      ) : (
        <Loaded result={schedule} what="schedule">
          {() => null}
        </Loaded>
      )}
    </Dialog>
  );
}

/** New times; the duration stays. */
function movedTo({ startAt, endAt }: ScheduledClass, typed: string): Times | undefined {
  const starts = /^\d{4}-\d{2}-\d{2}T/.test(typed) ? Date.parse(typed) : Number.NaN;
  if (Number.isNaN(starts) || !startAt || !endAt) return undefined;
  const length = Date.parse(endAt) - Date.parse(startAt);
  return { startAt: new Date(starts).toISOString(), endAt: new Date(starts + length).toISOString() };
}

interface MoveProps extends Pick<DialogProps, 'courseId' | 'to' | 'close'> {
  one: ScheduledClass;
  scheduled: readonly ScheduledClass[];
}

function Move({ courseId, one, scheduled, to: proposed, close }: MoveProps) {
  const moving = useMoving(courseId);
  const old = one.startAt ?? '';
  const [starts, setStarts] = useState(proposed ?? old);
  const [isLater, setLater] = useState(false);
  const [opened] = useState(() => Date.now());
  const kind = useMemo(() => momentsAt(old ? formatHour(old).replace('.', ':') : '19:00'), [old]);
  const to = movedTo(one, starts);
  const isMoved = to !== undefined && Date.parse(to.startAt) !== Date.parse(old);
  const moves = isMoved ? planMove(scheduled, one.sectionId, to, isLater) : [];
  const preview = useCall(
    previewMoves,
    { params: { id: courseId }, body: { classes: moves } },
    { enabled: moves.length > 0, keepPrevious: true },
  );
  const holidays = useCall(listHolidays, { query: { from: today() } });
  const shown = moves.length > 0 && !preview.isPrevious ? preview.data?.classes : undefined;
  const problem = shown?.find((each) => each.problem);
  const why = !isMoved
    ? 'Choose another time first'
    : Date.parse(to.startAt) <= opened
      ? 'A class cannot be moved into the past'
      : problem
        ? `${problem.name}: ${problem.problem}`
        : !shown && 'Loading the later classes';
  const later = old
    ? planMove(scheduled, one.sectionId, { startAt: old, endAt: one.endAt ?? old }, true).length - 1
    : 0;
  const confirm = async () => {
    if (!shown) return;
    if ((await moving.move(shown)).ok) close();
  };
  return (
    <WorkDialog
      title={`Move ${one.name}`}
      close={close}
      isTyped={starts !== (proposed ?? old)}
      why={why}
      submitLabel={moves.length > 1 ? `Move ${counted(moves.length, 'class', 'classes')}` : 'Move class'}
      isWorking={moving.isMoving}
      submit={confirm}
    >
      <Text size="sm">Now {timesOf(one)}. It stays as long as it is.</Text>
      <DayInput
        isFirst
        label="New start"
        kind={kind}
        value={starts}
        set={setStarts}
        example="besok 10.00"
        inWords={formatLongMinute}
      />
      {later > 0 && (
        <Tick
          label={`Move ${counted(later, 'later class', 'later classes')} by the same`}
          isOn={isLater}
          set={setLater}
        />
      )}
      {preview.error && (
        <Text c="red" size="sm" role="alert">
          {preview.error.message}
        </Text>
      )}
      {shown && <MovedClasses moved={shown} holidays={holidays.data?.holidays ?? []} />}
    </WorkDialog>
  );
}
