/** Preview of the classes that a pattern creates, or why it creates none. */
import { Text } from '@mantine/core';
import { classNameOf, type planClasses } from '#contract/course/schedule/class-plan.ts';
import type { PatternDraft } from '#contract/course/schedule/endpoints.ts';
import { counted } from '#kit/format/formats.ts';
import { timesOf } from './class-times.ts';
import classes from './schedule.module.css';

interface PlannedProps {
  draft: Pick<PatternDraft, 'name' | 'firstNumber'>;
  plan: ReturnType<typeof planClasses>;
  problem: string | undefined;
}

export function Planned({ draft, plan: { planned, skipped }, problem }: PlannedProps) {
  if (problem !== undefined)
    return (
      <Text size="sm" c="dimmed" aria-live="polite">
        {problem}
      </Text>
    );
  return (
    <div aria-live="polite">
      <Text size="sm" mb="xs">
        {counted(planned.length, 'class', 'classes')}
        {skipped.length > 0 && `; ${counted(skipped.length, 'day is', 'days are')} left out and made up for at the end`}
      </Text>
      <ol className={classes['plan']} aria-label="Planned classes">
        {planned.map((one, index) => (
          <li key={one.date}>
            <strong>{classNameOf(draft.name, draft.firstNumber + index)}</strong>
            <span>{timesOf(one)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
