/** Attendance of a live class: mark each member, review the marks, then save them permanently. */
import { useState } from 'react';
import { getAttendance } from '#contract/course/attendance/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { useCall } from '#kit/api/use-call.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { formatShortMinute } from '#kit/format/formats.ts';
import { FieldsSkeleton, Loaded } from '#kit/record/loaded.tsx';
import { AttendanceMarks } from './attendance-marks.tsx';
import { AttendanceReview } from './attendance-review.tsx';
import type { Lesson, OpenLesson } from './lesson-fields.tsx';
import { type Evidence, type Member, useMarks } from './use-marks.ts';

export function Attendance({ id, record }: OpenLesson) {
  const result = useCall(getAttendance, { params: { id: record.courseId, lessonId: id } });
  return (
    <Loaded result={result} what="attendance" skeleton={<FieldsSkeleton />}>
      {({ startAt, attendances, evidence }) =>
        attendances.length === 0 ? (
          <EmptyState title="No members to mark yet">
            Attendance is taken of the members of the course. Assign them on its Members tab.
          </EmptyState>
        ) : (
          <Taking
            key={id}
            startAt={startAt}
            lesson={record}
            members={attendances}
            evidence={evidence}
            refetch={result.refetch}
          />
        )
      }
    </Loaded>
  );
}

function whyNotYet(startAt: string | null): string | false {
  if (startAt === null || Date.parse(startAt) <= Date.now()) return false;
  return `This class begins on ${formatShortMinute(startAt)}: attendance is taken once it has begun`;
}

interface Props {
  /** Start of the class; null if unknown. */
  startAt: string | null;
  lesson: Lesson;
  members: readonly Member[];
  evidence: Evidence;
  refetch: () => Promise<Reply<typeof getAttendance> | undefined>;
}

function Taking({ startAt, lesson, members, evidence, refetch }: Props) {
  const marking = useMarks(lesson.lessonId, members);
  const [step, setStep] = useState<'mark' | 'review' | 'back'>('mark');
  const back = () => setStep('back');
  return step === 'review' && marking.open.length > 0 ? (
    <AttendanceReview lesson={lesson} marking={marking} refetch={refetch} back={back} />
  ) : (
    <AttendanceMarks
      lesson={lesson}
      members={members}
      evidence={evidence}
      marking={marking}
      why={whyNotYet(startAt)}
      review={() => setStep('review')}
      isBack={step !== 'mark'}
    />
  );
}
