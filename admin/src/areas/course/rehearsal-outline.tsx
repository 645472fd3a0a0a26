/** Outline of a course on a day, for one of its members or a new one: what is open, and why the rest is not. */
import { Text, Title } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { assignments } from '#contract/assignment/table.ts';
import { jakartaDay } from '#contract/kernel/days.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { opennessOf } from '#contract/course/lesson-access.ts';
import { getProgress } from '#contract/course/progress.ts';
import { useCall } from '#kit/api/use-call.ts';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { days } from '#kit/form/use-date-text.ts';
import { counted, formatLongDay, formatNumber } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { MemberPicker } from '#admin-shared/assignment/member-picker.tsx';
import type { OpenCourse } from './course-words.tsx';
import { describeAudience } from './progress-words.ts';
import { DayInput } from '#kit/form/day-input.tsx';
import classes from '#admin-shared/course/outline.module.css';

type Search = Record<string, string | undefined>;
type Sections = OpenCourse['record']['sections'];
type Member = Reply<typeof getProgress>;

/** Noon, so that a class of the day may have begun or ended. */
const noonOf = (day: string) => new Date(`${day}T12:00:00+07:00`);

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Member and day, kept in the URL so that they can be linked. */
function useShown() {
  const { member = '', day: dayText = '' } = useSearch({ strict: false, select: (search: Search): Search => search });
  const navigate = useNavigate();
  const [today] = useState(() => jakartaDay(new Date()));
  /** Typed text that is not a date yet. */
  const [typed, setTyped] = useState<string | null>(null);
  const change = (changes: Search) =>
    void navigate({ to: '.', search: (now: Search) => ({ ...now, ...changes }), replace: true, resetScroll: false });
  return {
    member: member,
    choose: (id: string) => change({ member: id || undefined }),
    day: typed ?? (isDay(dayText) ? dayText : today),
    setDay: (value: string) => {
      setTyped(isDay(value) ? null : value);
      if (isDay(value)) change({ day: value });
    },
  };
}

export function Outline({ courseId, sections }: { courseId: string; sections: Sections }) {
  const { member, choose, day, setDay } = useShown();
  const params = { id: courseId, userId: member };
  const { data, error, refetch } = useCall(getProgress, { params }, { enabled: member !== '' });
  const progress = member !== '' && !error ? data : undefined;
  const isKnown = member === '' || progress !== undefined;
  return (
    <Section title="On a day">
      <div className={classes['choices']}>
        <MemberPicker
          link={assignments.courseUsers}
          ownerId={courseId}
          chosen={{ id: member, name: progress?.name ?? '' }}
          choose={({ id }) => choose(id)}
        />
        <DayInput label="Day" kind={days} value={day} set={setDay} example="besok" inWords={formatLongDay} />
      </div>
      {error?.status === 404 ? (
        <Text size="sm" my="sm" role="status">
          This person does not have the course any more; choose somebody else, or nobody.
        </Text>
      ) : error ? (
        <ErrorState error={error} refetch={refetch} what="progress" />
      ) : (
        <Lines sections={sections} member={progress ?? null} day={day} isKnown={isKnown} />
      )}
    </Section>
  );
}

interface LinesProps {
  sections: Sections;
  member: Member | null;
  day: string;
  isKnown: boolean;
}

function Lines({ sections, member, day, isKnown }: LinesProps) {
  const completed = new Set(member?.completed);
  const progress = member && { completed, passed: new Set(member.passed) };
  const isShown = isDay(day) && isKnown;
  const outline = isShown ? opennessOf({ sections, drip: member?.drip ?? null }, progress, noonOf(day)) : [];
  const opennesses = new Map(outline.map((one) => [one.item.id, one]));
  const open = outline.filter(({ isOpen }) => isOpen).length;
  const total = sections.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <div aria-busy={!isKnown}>
      <Text c="dimmed" size="sm" mt="sm">
        {isKnown && describeAudience(member, total)}
      </Text>
      {isShown && (
        <Text size="sm" my="sm" role="status">
          {counted(open, 'item is', 'items are')} open, {formatNumber(outline.length - open)} locked.
        </Text>
      )}
      {isShown &&
        sections.map(({ sectionId, name, items }) => (
          <section key={sectionId} aria-labelledby={`outline-${sectionId}`}>
            <Title order={3} size="sm" mt="md" id={`outline-${sectionId}`}>
              {name}
            </Title>
            {items.length === 0 && (
              <Text c="dimmed" size="sm">
                It is empty.
              </Text>
            )}
            <ol className={classes['lines']} aria-label={`Outline of ${name}`}>
              {items.map((item) => {
                const { isOpen = false, reason = '' } = opennesses.get(item.id) ?? {};
                const isDone = completed.has(item.id);
                return (
                  <li key={item.id} data-locked={!isOpen || undefined} data-done={isDone || undefined}>
                    <Link to={`/${item.kind === 'lesson' ? 'lesson' : 'quiz'}/${item.id}`}>{item.name}</Link>
                    <span>{[isDone && 'Done', isOpen ? 'Open' : reason].filter(Boolean).join(' · ')}</span>
                  </li>
                );
              })}
            </ol>
          </section>
        ))}
    </div>
  );
}
