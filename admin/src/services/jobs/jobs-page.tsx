/**
 * List of jobs: waiting, running, failed (with the reason) and done; failed ones can be retried. No search: a job has ids
 * and no words of its own.
 */
import { Alert, Text, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  jobNames,
  type JobName,
  type JobState,
  type JobView,
  jobViews,
  listJobs,
  retryFailedJobs,
  retryJob,
} from '#contract/jobs/endpoints.ts';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { formatNumber, formatShortMinute, counted } from '#kit/format/formats.ts';
import { LongText } from '#kit/display/long-text.tsx';
import { pageOf } from '#kit/record/record-pages.ts';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { useListState } from '#kit/list/use-list-state.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';

function RetryOne({ jobId, state }: RowOf<typeof listJobs, 'jobs'>) {
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
function RetryAll({ failed, name }: { failed: number; name: JobName | undefined }) {
  const retry = useAction(retryFailedJobs);
  if (failed === 0) return null;
  const count = counted(failed, 'failed job', 'failed jobs');
  const ask = async () => {
    const isSure = await confirm({
      title: `Try ${count} again?`,
      text: name
        ? `Try again: every failed job “${jobNames[name]}” of this brand is tried again now. Finished steps are not repeated.`
        : 'Try again: every failed job of this brand is tried again now. Finished steps are not repeated.',
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

type Job = RowOf<typeof listJobs, 'jobs'>;

const stateNames: Record<JobState, string> = { waiting: 'Waiting', running: 'Running', failed: 'Failed', done: 'Done' };
const viewNames: Record<JobView, string> = { unfinished: 'Not done', ...stateNames, all: 'All' };
const colours: Record<JobState, BadgeColour> = { waiting: 'yellow', running: 'blue', failed: 'red', done: 'green' };

/** A job of another version of the server keeps its raw name. */
const nameOf = (name: string) => jobNames[name as JobName] ?? name;

/** Link to the user or course of a job. */
function What({ name, ids: { template, userId, courseId } }: Job) {
  const cell = <NameCell name={nameOf(name)} sub={template} />;
  const to = userId ? pageOf('user', userId) : courseId && pageOf('course', courseId);
  return to ? <Link to={to}>{cell}</Link> : cell;
}

const When = ({ createdAt, finishedAt }: Job) => (
  <NameCell
    name={formatShortMinute(createdAt)}
    sub={finishedAt ? `Ended ${formatShortMinute(finishedAt)}` : undefined}
  />
);

const Status = ({ state, left }: Job) => (
  <>
    <Badge colour={colours[state]}>{stateNames[state]}</Badge>
    {left ? (
      <Text size="xs" c="dimmed">
        {formatNumber(left)} left
      </Text>
    ) : null}
  </>
);

/** Error of a failed job, and the time of its next try. */
function Reason({ error, nextAt }: Job) {
  if (!error) return '–';
  return (
    <>
      <LongText>{error}</LongText>
      {nextAt && (
        <Text size="xs" c="dimmed">
          Next try {formatShortMinute(nextAt)}
        </Text>
      )}
    </>
  );
}

const columns: readonly Column<Job>[] = [
  { label: 'Job', cell: (job) => <What {...job} />, width: 184 },
  {
    label: 'Status',
    cell: (job) => <Status {...job} />,
    width: 104,
    card: 'badge',
  },
  { label: 'Reason', cell: (job) => <Reason {...job} />, isLong: true },
  { label: 'Tries', cell: ({ attempts }) => formatNumber(attempts), align: 'right', width: 76, hiddenBelow: 1080 },
  { label: 'Asked for', cell: (job) => <When {...job} />, width: 192, hiddenBelow: 840 },
  { label: 'Action', cell: (job) => <RetryOne {...job} />, align: 'right', width: 116, isLabelHidden: true },
];

const byName = {
  name: 'name',
  label: 'Job',
  options: choicesOf(jobNames),
};
const rowKey = ({ jobId }: Job) => jobId;

const views = Object.keys(jobViews) as JobView[];

function tabOf(view: JobView, counts: Record<JobState, number> | undefined) {
  const states: readonly JobState[] = jobViews[view];
  const count = counts && states.reduce((sum, state) => sum + counts[state], 0);
  return { value: view, label: count === undefined ? viewNames[view] : `${viewNames[view]} (${formatNumber(count)})` };
}

/** Polling interval: jobs change without any action on the page. */
const everyMs = 5_000;

export function JobsPage() {
  const { state } = useListState(listJobs.query!);
  const input = { query: state } as CallInput<typeof listJobs>;
  const { data } = useCall(listJobs, input, { everyMs, keepPrevious: true });
  const name = state['name'] as JobName | undefined;
  const byState = { name: 'state', label: 'Status', tabs: views.map((view) => tabOf(view, data?.counts)) };
  return (
    <ListPage
      title="Jobs"
      notice={
        data?.waitingSince && (
          <Alert color="red" mb="md" title="No worker is running">
            The oldest has waited since {formatShortMinute(data.waitingSince)}. Nothing is lost: start a worker (npm run
            worker) and they are done.
          </Alert>
        )
      }
      call={listJobs}
      rows="jobs"
      columns={columns}
      filters={[byState, byName]}
      rowKey={rowKey}
      actions={<RetryAll failed={data?.counts.failed ?? 0} name={name} />}
      empty={{
        title: 'No unfinished jobs',
        text: 'E-mails and other background work appear here while waiting, running or failed. Finished jobs stay under Done for three days.',
      }}
    />
  );
}
