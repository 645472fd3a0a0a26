/** Course day by day as a member sees it who begins on a chosen day, or as one of its members sees it. */
import { Button, NativeSelect, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { assignments } from '#contract/assignment/table.ts';
import { opennessOf } from '#contract/course/lesson-access.ts';
import { getProgress } from '#contract/course/progress.ts';
import { endOfDay, nextWalkedDay, walkedDay } from '#contract/course/walk.ts';
import { dayMs } from '#contract/kernel/days.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { MemberPicker } from '#admin-shared/assignment/member-picker.tsx';
import { useCall } from '#kit/api/use-call.ts';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { type Keys, usePageKeys } from '#kit/feedback/keys.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { DayInput } from '#kit/form/day-input.tsx';
import { days } from '#kit/form/use-date-text.ts';
import { formatLongDay, formatNumber } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import type { OpenCourse } from './course-words.tsx';
import { describeAudience, everyWords } from './progress-words.ts';
import { WalkedDay } from './rehearsal-day.tsx';
import { useWalk } from './use-walk.ts';
import classes from '#admin-shared/course/outline.module.css';

export const rehearsal = { label: 'As a member', path: 'rehearsal' };

type Walk = ReturnType<typeof useWalk>;

const keys: Keys = [['← →', 'Previous and next day']];

export function Rehearsal({ id, record }: OpenCourse) {
  const walk = useWalk(record.startDate);
  const { member, change } = walk;
  const { data, error, refetch } = useCall(getProgress, { params: { id, userId: member } }, { enabled: member !== '' });
  const progress = member !== '' && !error ? data : undefined;
  return (
    <Section title="Day by day">
      <div className={classes['choices']}>
        <MemberPicker
          link={assignments.courseUsers}
          ownerId={id}
          chosen={{ id: member, name: progress?.name ?? '' }}
          choose={(one) => change({ member: one.id || undefined })}
        />
        {member === '' && <Start walk={walk} record={record} />}
      </div>
      {error?.status === 404 ? (
        <Text size="sm" my="sm" role="status">
          This person does not have the course any more; choose somebody else, or nobody.
        </Text>
      ) : error ? (
        <ErrorState error={error} refetch={refetch} what="progress" />
      ) : (
        (member === '' || progress) && <Days record={record} walk={walk} member={progress} />
      )}
    </Section>
  );
}

/** Day on which the member begins, and the learning path that they have the course by. */
function Start({ walk, record }: { walk: Walk; record: OpenCourse['record'] }) {
  const dripping = record.paths.filter(({ dripInterval }) => dripInterval !== null);
  return (
    <>
      <DayInput
        label="Begins on"
        kind={days}
        value={walk.typedStart}
        set={walk.setStart}
        example="besok"
        inWords={formatLongDay}
      />
      {dripping.length > 0 && (
        <NativeSelect
          label="Has the course"
          value={walk.path}
          onChange={({ currentTarget: { value } }) => walk.change({ path: value || undefined })}
          data={[
            { value: '', label: 'Directly' },
            ...dripping.map(({ id, name, dripInterval }) => ({
              value: id,
              label: `By “${name}”: a section every ${everyWords[dripInterval ?? 1]}`,
            })),
          ]}
        />
      )}
    </>
  );
}

interface DaysProps {
  record: OpenCourse['record'];
  walk: Walk;
  member: Reply<typeof getProgress> | undefined;
}

function Days({ record: { sections, paths }, walk, member }: DaysProps) {
  const { day, start, goTo, step } = walk;
  const first = member ? undefined : start;
  const interval = paths.find(({ id }) => id === walk.path)?.dripInterval ?? null;
  const course = { sections, interval, start };
  const walked = walkedDay(course, day);
  const shown = member ? asMember(sections, member, day) : walked.outline;
  const next = member ? undefined : nextWalkedDay(course, day);
  const back = () => step(-1);
  const on = () => step(1);
  usePageKeys(keys);
  useHotkeys([
    ['ArrowLeft', back],
    ['ArrowRight', on],
  ]);
  const total = sections.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <>
      <div className={classes['walk']}>
        <Unavailable why={day === first && 'This is the first day'} isShown>
          <Button variant="default" size="xs" aria-label="Previous day" onClick={back}>
            ←
          </Button>
        </Unavailable>
        <Button variant="default" size="xs" aria-label="Next day" onClick={on}>
          →
        </Button>
        <b role="status">
          {first !== undefined && `Day ${formatNumber(1 + (Date.parse(day) - Date.parse(first)) / dayMs)} · `}
          {formatLongDay(day)}
        </b>
        {next !== undefined && (
          <Button variant="default" size="xs" onClick={() => goTo(next)}>
            Next change: {formatLongDay(next)}
          </Button>
        )}
      </div>
      <Text c="dimmed" size="sm">
        {member
          ? describeAudience(member, total)
          : 'At the end of the day, if classes are held as planned and the member does everything that is open.'}
      </Text>
      <WalkedDay
        sections={sections}
        outline={shown}
        walked={walked}
        done={new Set(member?.completed)}
        isNew={!member}
      />
    </>
  );
}

/** Openness for one of the members, by what they have done until now. */
const asMember = (
  sections: OpenCourse['record']['sections'],
  { completed, passed, drip, accessEndsOn }: Reply<typeof getProgress>,
  day: string,
) =>
  opennessOf(
    { sections, drip, accessEndsOn },
    { completed: new Set(completed), passed: new Set(passed) },
    endOfDay(day),
  );
