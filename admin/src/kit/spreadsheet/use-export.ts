/** An export under way, for the page: how far it is, how to begin and to stop it. */
import { useEffect, useRef, useState } from 'react';
import type { Area, Messages } from '#contract/kernel.ts';
import { ApiError } from '../api/api-error.ts';
import { useTask } from '../api/use-action.ts';
import { download } from '../format/download.ts';
import { exportFailure } from './export-failure.ts';
import { seldom } from './seldom.ts';
import type { ExportProgress } from './sheet-file.ts';

const notBegun: ExportProgress = { done: 0, total: 0 };

export interface Export<Input> {
  /** undefined while none runs; the total is 0 until the rows are counted. */
  progress: ExportProgress | undefined;
  /** Does nothing while one runs. */
  start: (input: Input) => void;
  cancel: () => void;
}

interface Exporting<Input, Granted> {
  /** "orders" */
  what: string;
  messages: Messages;
  failsAs?: 500;
  changes?: Area;
  /** Asks for the right to it; what it throws is told as it is. */
  begin: (input: Input, signal: AbortSignal) => Promise<Granted>;
  /** Makes the file. What it throws is told with how far it came. */
  write: (
    granted: Granted,
    input: Input,
    work: { onProgress: (progress: ExportProgress) => void; signal: AbortSignal },
  ) => Promise<File>;
}

/**
 * One export at a time: downloads the file when it is done. Cancelling it, or leaving the page, ends it without a
 * trace.
 */
export function useExport<Input, Granted>({ what, begin, write, ...task }: Exporting<Input, Granted>): Export<Input> {
  const [progress, setProgress] = useState<ExportProgress>();
  const running = useRef<AbortController>(undefined);
  const { run } = useTask({ ...task, perform });
  useEffect(() => () => running.current?.abort(), []);

  async function perform(input: Input) {
    // The state arrives with the next drawing; a second click may come before.
    if (running.current) return;
    const { signal } = (running.current = new AbortController());
    const granted = await begin(input, signal).catch((error: unknown) => {
      running.current = undefined;
      throw error;
    });
    let reached = notBegun;
    const show = seldom(setProgress);
    const onProgress = (now: ExportProgress) => {
      reached = now;
      show(now);
    };
    setProgress(notBegun);
    try {
      download(await write(granted, input, { onProgress, signal }));
    } catch (error) {
      if (!signal.aborted) throw new ApiError(500, exportFailure(error, reached, what));
    } finally {
      running.current = undefined;
      setProgress(undefined);
    }
  }

  return { progress, start: (input) => void run(input), cancel: () => running.current?.abort() };
}
