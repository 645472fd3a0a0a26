/** Preview of moved classes, in words. */
import { Text } from '@mantine/core';
import type { MovePreview } from '#contract/course/schedule/endpoints.ts';
import { counted } from '#kit/format/formats.ts';
import { dayOf, timesOf } from './class-times.ts';
import type { Holiday } from './holidays.ts';
import classes from './schedule.module.css';

const clashInWords = ({ courseName, name, shares, ...times }: MovePreview['clashes'][number]): string =>
  `At the same time as ${name}${courseName && shares !== 'This course' ? ` of ${courseName} (${shares})` : ' of this course'}: ${timesOf(times) ?? ''}`;

/** Warnings before the move. */
const warningsOf = (
  { to, problem, clashes, isOutOfOrder, isOutsideCourse }: MovePreview,
  holidays: readonly Holiday[],
): string[] =>
  [
    problem ?? '',
    ...holidays.filter(({ date }) => date === dayOf(to.startAt)).map(({ name }) => `A holiday: ${name}`),
    ...clashes.map(clashInWords),
    isOutOfOrder ? 'It is no longer in the order of the curriculum' : '',
    isOutsideCourse ? 'It is outside the first and last day of the course' : '',
  ].filter(Boolean);

function followsOf(moved: readonly MovePreview[]): string {
  const sum = (of: (one: MovePreview) => number) => moved.reduce((total, one) => total + of(one), 0);
  const guests = sum(({ guests: n }) => n);
  const lessons = sum(({ lessons: n }) => n);
  const locks = sum(({ locks: n }) => n);
  const links = moved.filter(({ gmeetUrl }) => gmeetUrl).length;
  const parts = [
    guests > 0 ? `${counted(guests, 'invitation is', 'invitations are')} sent again` : 'Not in any calendar yet',
    links > 0 && `${counted(links, 'meeting link stays', 'meeting links stay')} the same`,
    lessons > 0 && `${counted(lessons, 'lesson moves', 'lessons move')} along`,
    locks > 0 && `${counted(locks, 'lesson opens', 'lessons open')} at another time`,
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
}

interface Props {
  moved: readonly MovePreview[];
  holidays: readonly Holiday[];
}

export function MovedClasses({ moved, holidays }: Props) {
  return (
    <div aria-live="polite">
      <ol className={classes['plan']} aria-label="New times">
        {moved.map((one) => (
          <li key={one.sectionId}>
            <strong>{one.name}</strong>
            <span>
              {timesOf(one.from)} → {timesOf(one.to)}
            </span>
            {warningsOf(one, holidays).map((warning) => (
              <span key={warning} className={classes['reason']}>
                {warning}
              </span>
            ))}
          </li>
        ))}
      </ol>
      <Text size="sm" mt="xs">
        {followsOf(moved)}
      </Text>
    </div>
  );
}
