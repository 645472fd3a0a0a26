/** Retries failed jobs: one, or all that match the filter. */
import { Button } from '@mantine/core';
import { jobNames, type JobName, type listJobs, retryFailedJobs, retryJob } from '#contract/jobs/endpoints.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { counted } from '#kit/format/formats.ts';
import type { RowOf } from '#kit/list/source.ts';

export function RetryOne({ jobId, state }: RowOf<typeof listJobs, 'jobs'>) {
  const retry = useAction(retryJob);
  if (state !== 'failed') return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={retry.loading}
      onClick={() => void retry.run({ params: { id: jobId } })}
    >
      Try again
    </Button>
  );
}

/** @param name limits the retry to jobs of this name */
export function RetryAll({ failed, name }: { failed: number; name: JobName | undefined }) {
  const retry = useAction(retryFailedJobs);
  if (failed === 0) return null;
  const count = counted(failed, 'failed job', 'failed jobs');
  const ask = async () => {
    const isSure = await confirm({
      title: `Try ${count} again?`,
      text: name
        ? `Every failed job “${jobNames[name]}” of this brand is tried again now. Finished steps are not repeated.`
        : 'Every failed job of this brand is tried again now. Finished steps are not repeated.',
      action: `Try ${count} again`,
    });
    if (isSure) await retry.run({ body: { name: name ?? null } });
  };
  return (
    <Button variant="default" loading={retry.loading} onClick={() => void ask()}>
      Try {count} again
    </Button>
  );
}
