/** Members of a class with their attendance marks, and actions that mark many. */
import { Button, Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type RefObject, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useWindowEvent } from '#kit/use-window-event.ts';
import { attendanceNames, maxMarks, type AttendanceStatus } from '#contract/course/attendance/endpoints.ts';
import { useTask } from '#kit/api/use-action.ts';
import { commandKey, type Keys, usePageKeys } from '#kit/feedback/keys.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { BottomBar, KeyOf } from '#kit/form/bottom-bar.tsx';
import { useFileDrop } from '#kit/form/choose-files.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Legend, statuses } from '../attendance-words.tsx';
import { MemberRow, goTo, noteKey } from './member-row.tsx';
import type { Lesson } from './lesson-fields.tsx';
import { type Evidence, type Marking, type Member, unmarked } from './use-marks.ts';
import classes from './attendance.module.css';

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

interface Props {
  lesson: Lesson;
  members: readonly Member[];
  /** Reports of programs. */
  evidence: Evidence;
  marking: Marking;
  /** Why saving is not possible yet. */
  why: string | false;
  review: () => void;
  /** Restore the focus here: the review that had it was closed. */
  isBack: boolean;
}

const keys: Keys = [
  ['↑ ↓', 'Go from row to row'],
  [statuses.map(({ letter }) => letter).join(' '), 'Mark a row and go to the next'],
  [noteKey.toUpperCase(), 'Write a note on the row'],
  [`${commandKey}S`, 'Review the marks'],
];

export function AttendanceMarks({ lesson, members, evidence, marking, why, review, isBack }: Props) {
  const { marks, change, open, chosen, left } = marking;
  const [importing, setImporting] = useState<'typed' | 'reported' | File>();
  const drop = useFileDrop(([file]) => {
    if (open.length > 0) setImporting(file);
  });
  usePageKeys(open.length > 0 ? keys : undefined);
  const list = useRef<HTMLUListElement>(null);
  useFirstRow(list);
  const mark = useCallback(
    (userId: string, status: AttendanceStatus | null, note: string) => change({ [userId]: { status, note } }),
    [change],
  );
  return (
    <div {...drop} className={classes['place']}>
      <Section
        title={`Attendance ${formatNumber(members.length)}`}
        actions={open.length > 0 && <Many marking={marking} reports={evidence.length} open={setImporting} />}
      >
        <Counts members={members} chosen={chosen} left={left.length} isBack={isBack && chosen.length === 0} />
        {why && open.length > 0 && (
          <Text size="sm" mb="sm">
            {why}.
          </Text>
        )}
        {open.length > 0 && <Legend />}
        <ul ref={list} className={classes['members']} aria-label="Members">
          {members.map((member) => (
            <MemberRow key={member.userId} member={member} mark={marks[member.userId] ?? unmarked} change={mark} />
          ))}
        </ul>
        {chosen.length > 0 && <Chosen {...{ marking, why, review, isBack }} />}
        {importing && (
          <Suspense>
            <ImportDialog
              lesson={lesson}
              members={members}
              marking={marking}
              file={importing instanceof File ? importing : undefined}
              evidence={importing === 'reported' ? evidence : undefined}
              close={() => setImporting(undefined)}
            />
          </Suspense>
        )}
      </Section>
    </div>
  );
}

/** ArrowDown focuses the first row that can be marked, while nothing has the focus. */
function useFirstRow(list: RefObject<HTMLUListElement | null>): void {
  useWindowEvent('keydown', (event) => {
    const isFree = document.activeElement === document.body || document.activeElement?.id === 'main';
    if (event.key !== 'ArrowDown' || !isFree || event.defaultPrevented) return;
    const row = list.current?.querySelector('li:has(input[type=radio])');
    if (!row) return;
    event.preventDefault();
    goTo(row);
  });
}

/** Unsaved marks, with the buttons to review or clear them. */
function Chosen({ marking, why: whyNotYet, review, isBack }: Pick<Props, 'marking' | 'why' | 'review' | 'isBack'>) {
  const { chosen } = marking;
  const clear = useClearing(marking);
  const why =
    whyNotYet ||
    (chosen.length > maxMarks && `At most ${maxMarks} are saved at a time: mark fewer, save them, then the others`);
  useHotkeys([['mod+S', () => !why && review()]], [], true);
  return (
    <BottomBar label="Marks" status={`${formatNumber(chosen.length)} marked, not saved yet`}>
      <Button variant="default" onClick={clear}>
        Clear marks
      </Button>
      <Unavailable why={why}>
        <Button autoFocus={isBack} onClick={review} rightSection={<KeyOf letter="S" />}>
          Review {counted(chosen.length, 'mark', 'marks')}
        </Button>
      </Unavailable>
    </BottomBar>
  );
}

/** Clears unsaved marks, with Undo. */
function useClearing({ marks, clear, change }: Marking) {
  const { run } = useTask<Marking['marks'], void>({
    messages: { ok: 'Marks cleared' },
    undo: (was) => () => change(was),
    perform: async () => clear(),
  });
  return () => void run(marks);
}

interface ManyProps extends Pick<Props, 'marking'> {
  reports: number;
  open: (what: 'typed' | 'reported') => void;
}

function Many({ marking, reports, open: openList }: ManyProps) {
  const { change, open, left } = marking;
  const markLeft = () =>
    change(
      Object.fromEntries(
        left.map(({ userId }) => [userId, { ...unmarked, ...marking.marks[userId], status: 'PRESENT' as const }]),
      ),
    );
  return (
    <Group gap="xs">
      {reports > 0 && (
        <Button size="xs" variant="default" onClick={() => openList('reported')}>
          From {counted(reports, 'report', 'reports')}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => openList('typed')}>
        From a list
      </Button>
      <Unavailable why={left.length === 0 && 'Everybody is marked'}>
        <Button size="xs" variant={left.length === open.length ? 'filled' : 'default'} onClick={markLeft}>
          {left.length === open.length ? 'Mark all as' : 'Mark the others as'} {attendanceNames.PRESENT}
        </Button>
      </Unavailable>
    </Group>
  );
}

interface CountsProps extends Pick<Props, 'members' | 'isBack'> {
  chosen: Marking['chosen'];
  left: number;
}

/** Number of members per status, saved or not. */
function Counts({ members, chosen, left, isBack }: CountsProps) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isBack) text.current?.focus();
  }, [isBack]);
  const saved = members.filter(({ isUpdated }) => isUpdated);
  const all = [...saved, ...chosen];
  const counts = statuses
    .map(({ status, label }) => [label, all.filter((one) => one.status === status).length] as const)
    .filter(([, count]) => count > 0)
    .map(([label, count]) => `${label} ${formatNumber(count)}`);
  const state = [
    saved.length > 0 && `${formatNumber(saved.length)} saved`,
    left > 0 && `${formatNumber(left)} to mark`,
  ].filter(Boolean);
  return (
    <Text ref={text} tabIndex={-1} size="sm" c="dimmed" mb="sm" data-counts>
      {[...counts, ...state].join(' · ')}
    </Text>
  );
}
