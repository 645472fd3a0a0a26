/** Hook that runs an export: progress, start and cancel. */
import { useEffect, useRef, useState } from 'react';
import type { Messages } from '#contract/kernel/endpoint.ts';
import { ApiError } from '../api/api-error.ts';
import { useTask } from '../api/use-action.ts';
import { download } from '../format/download.ts';
import { exportFailure, throttle } from './export-progress.ts';
import type { ExportProgress } from './sheet-file.ts';

const initialProgress: ExportProgress = { done: 0, total: 0 };

/** Export with its progress. */
export interface Export<Input> {
  /** undefined while no export runs; the total is 0 until the rows are counted. */
  progress: ExportProgress | undefined;
  /** Does nothing while an export runs. */
  start: (input: Input) => void;
  cancel: () => void;
}

interface ExportOptions<Input, Grant> {
  /** Plural noun: "orders". */
  what: string;
  messages: Messages;
  failsAs?: 500;
  /** Requests permission for the export; errors are shown unchanged. */
  authorize: (input: Input, signal: AbortSignal) => Promise<Grant>;
  /** Builds the file; errors are shown with the progress made. */
  write: (
    grant: Grant,
    input: Input,
    work: { onProgress: (progress: ExportProgress) => void; signal: AbortSignal },
  ) => Promise<File>;
}

/** Runs one export at a time and downloads the file. Cancelling or leaving the page aborts it. */
export function useExport<Input, Grant>({
  what,
  authorize,
  write,
  ...task
}: ExportOptions<Input, Grant>): Export<Input> {
  const [progress, setProgress] = useState<ExportProgress>();
  const running = useRef<AbortController>(undefined);
  // Writes: exports of personal data are recorded.
  const { run } = useTask({ ...task, writes: true, perform });
  useEffect(() => () => running.current?.abort(), []);

  async function perform(input: Input) {
    // State is updated with the next render; a second click may come before.
    if (running.current) return;
    const { signal } = (running.current = new AbortController());
    let grant: Grant | undefined;
    let lastProgress = initialProgress;
    const show = throttle(setProgress);
    const onProgress = (now: ExportProgress) => {
      lastProgress = now;
      show(now);
    };
    setProgress(initialProgress);
    try {
      grant = await authorize(input, signal);
      download(await write(grant, input, { onProgress, signal }));
    } catch (error) {
      if (!signal.aborted) throw grant ? new ApiError(500, exportFailure(error, lastProgress, what)) : error;
    } finally {
      running.current = undefined;
      setProgress(undefined);
    }
  }

  return { progress, start: (input) => void run(input), cancel: () => running.current?.abort() };
}
