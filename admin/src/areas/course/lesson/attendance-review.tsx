/** Review of attendance before it is saved, by status, because it cannot be changed afterwards. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import {
  attendanceNames,
  type AttendanceStatus,
  type getAttendance,
  saveAttendance,
} from '#contract/course/attendance/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { ApiError } from '#kit/api/api-error.ts';
import { useAction, useTask } from '#kit/api/use-action.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import type { Lesson } from './lesson-fields.tsx';
import { StatusBadge } from '../attendance-words.tsx';
import type { Chosen, Marking } from './use-marks.ts';
import classes from './attendance.module.css';

interface Props {
  lesson: Lesson;
  marking: Marking;
  refetch: () => Promise<Reply<typeof getAttendance> | undefined>;
  back: () => void;
}

interface Refusal {
  /** Network failure: the attendance may have been saved. */
  isUnknown: boolean;
  message: string;
  /** Reasons by member. */
  reasons: readonly string[];
}

/** Error paths name a member by the index in the request. */
const refusalOf = ({ status, message, errors }: ApiError, sent: readonly Chosen[]): Refusal => ({
  isUnknown: status === 0,
  message,
  reasons: errors.map(({ path, message: why }) => {
    const member = sent[Number(/attendances\.(\d+)/.exec(path)?.[1])];
    return member ? `${member.name}: ${why}` : why;
  }),
});

function useSaving({ lesson: { courseId, lessonId }, marking, refetch, back }: Props) {
  const { run, loading } = useAction(saveAttendance);
  const savedAnyway = useTask<void, void>({
    messages: { ok: 'It was saved: only the answer was lost' },
    perform: async () => {},
  });
  const [refusal, setRefusal] = useState<Refusal>();
  const save = async () => {
    const sent = marking.chosen;
    const attendances = sent.map(({ userId, status, note }) => ({ userId, status, note }));
    const outcome = await run({ params: { id: courseId, lessonId }, body: { attendances } });
    if (outcome.ok) {
      marking.clear();
      return back();
    }
    const { attendances: now = [] } = (await refetch()) ?? {};
    const isSaved = ({ userId, status, note }: Chosen) =>
      now.some((one) => one.isUpdated && one.userId === userId && one.status === status && one.note === note);
    if (sent.every(isSaved)) {
      // The request succeeded and only its reply was lost.
      await savedAnyway.run();
      marking.clear();
      return back();
    }
    setRefusal(refusalOf(outcome.error, sent));
  };
  return { save, loading, refusal };
}

export function AttendanceReview(props: Props) {
  const { marking, back } = props;
  const { chosen, left } = marking;
  const { save, loading, refusal } = useSaving(props);
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const members = counted(chosen.length, 'member', 'members');
  return (
    <div ref={heading} tabIndex={-1} className={classes['review']}>
      <Section title={`Review the attendance of ${members}`}>
        {refusal && <Refused refusal={refusal} />}
        <Alert variant="default" mb="md">
          <b>This is saved once.</b> Member Attendance hanya dapat diupdate 1x: what is saved cannot be changed by
          anybody.
          {left.length > 0 &&
            ` ${counted(left.length, 'member is', 'members are')} not marked and can be marked later.`}
        </Alert>
        {(Object.keys(attendanceNames) as AttendanceStatus[]).map((status) => (
          <Marked key={status} status={status} of={chosen.filter((one) => one.status === status)} />
        ))}
        <Group gap="xs" mt="lg">
          <Button variant="default" onClick={back}>
            Back to the marks
          </Button>
          {chosen.length > 0 && (
            <Button loading={loading} onClick={() => void save()}>
              Save the attendance of {members}
            </Button>
          )}
        </Group>
      </Section>
    </div>
  );
}

function Refused({ refusal: { isUnknown, message, reasons } }: { refusal: Refusal }) {
  const title = isUnknown ? 'It is not known whether this was saved' : 'Nothing was saved';
  return (
    <Alert color="red" mb="md" role="alert" title={title}>
      {reasons.length === 0 ? (
        message
      ) : (
        <ul className={classes['reasons']}>
          {reasons.map((why) => (
            <li key={why}>{why}</li>
          ))}
        </ul>
      )}
      {reasons.length > 0 && 'They are left out below; the others can be saved.'}
    </Alert>
  );
}

function Marked({ status, of }: { status: AttendanceStatus; of: readonly Chosen[] }) {
  if (of.length === 0) return null;
  return (
    <section className={classes['marked']} aria-label={attendanceNames[status]}>
      <h3>
        <StatusBadge status={status} /> {formatNumber(of.length)}
      </h3>
      <ul>
        {of.map(({ userId, name, note }) => (
          <li key={userId}>
            {name}
            {note && (
              <Text span c="dimmed" size="sm">
                {' '}
                {note}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
