/** State of a batch above its results: progress while it runs, and why it failed. */
import { Alert, Progress, Text } from '@mantine/core';
import type { Batch } from '#contract/batch/endpoints.ts';
import { Badge } from '#kit/display/badge.tsx';
import { formatNumber, formatShortMinute } from '#kit/format/formats.ts';
import { progressOf, resultOf, scopeOf, stateOf } from './batch-words.ts';
import classes from './batch.module.css';

/** Person and time of the change, and of its undo. */
function whoOf({ user, createdAt, undoneBy }: Batch): string {
  const undone = undoneBy ? `; undone by ${undoneBy.name}` : '';
  return `${user.name}, ${formatShortMinute(createdAt)}${undone}`;
}

export function BatchProgress({ batch }: { batch: Batch }) {
  const { label, colour } = stateOf(batch);
  const { worked, of } = progressOf(batch);
  const words = `${formatNumber(worked)} of ${formatNumber(of)}`;
  return (
    <section className={classes['state']} aria-label="State">
      <p>
        <Badge colour={colour}>{label}</Badge>
        <span role="status">{batch.state === 'running' ? '' : resultOf(batch)}</span>
        <Text span size="sm" c="dimmed">
          {scopeOf(batch)} · {whoOf(batch)}
        </Text>
      </p>
      {batch.state === 'running' && (
        <div className={classes['progress']}>
          <Progress.Root size="sm" transitionDuration={0}>
            <Progress.Section
              value={of > 0 ? (worked / of) * 100 : 0}
              aria-label={batch.isUndo ? 'Undo' : 'Change'}
              aria-valuetext={words}
            />
          </Progress.Root>
          <span>{words}</span>
        </div>
      )}
      {batch.error && (
        <Alert color="red" title="It stopped">
          {batch.error}. What was done stays done. Try the job again under Jobs, or undo it.
        </Alert>
      )}
      {batch.kept > 0 && batch.state === 'done' && (
        <Alert color="yellow" title={`${formatNumber(batch.kept)} kept`}>
          They were changed again since, so the undo left them as they are.
        </Alert>
      )}
    </section>
  );
}
