/** Unsaved attendance marks, kept in this tab's storage to survive a reload or an expired session. */
import { useCallback, useMemo, useState } from 'react';
import type { AttendanceStatus, getAttendance } from '#contract/course/attendance/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { dropDraft, storeDraft, readDraft } from '#kit/form/stored-draft.ts';

export type Member = Reply<typeof getAttendance>['attendances'][number];

export type Evidence = Reply<typeof getAttendance>['evidence'];

export interface Mark {
  status: AttendanceStatus | null;
  note: string;
}

type Marks = Readonly<Record<string, Mark>>;

export const unmarked: Mark = { status: null, note: '' };

/**
 * Unsaved marks of a lesson by user id. `open`: members whose attendance is not saved; of them, `chosen` have a marked
 * status and `left` have none.
 */
export function useMarks(lessonId: string, members: readonly Member[]) {
  const name = `attendance/${lessonId}`;
  const [marks, setMarks] = useState<Marks>(() => readDraft<Marks>(name) ?? {});
  const change = useCallback(
    (changes: Marks) =>
      setMarks((now) => {
        const next = { ...now, ...changes };
        storeDraft(name, next);
        return next;
      }),
    [name],
  );
  const clear = useCallback(() => {
    dropDraft(name);
    setMarks({});
  }, [name]);
  const open = useMemo(() => members.filter(({ isUpdated }) => !isUpdated), [members]);
  const chosen = open.flatMap((member) => {
    const { status, note } = marks[member.userId] ?? unmarked;
    return status ? [{ ...member, status, note }] : [];
  });
  const left = open.filter(({ userId }) => !marks[userId]?.status);
  return { marks, change, clear, open, chosen, left };
}
export type Marking = ReturnType<typeof useMarks>;
export type Chosen = Marking['chosen'][number];
