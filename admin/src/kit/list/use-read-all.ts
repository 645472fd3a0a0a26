/** Reads all matching rows with progress; can be cancelled, and stops when the page is left. */
import { useEffect, useRef, useState } from 'react';
import { maxPageSize } from '#contract/kernel/page-size.ts';
import { useTask } from '../api/use-action.ts';
import { type PageOfRows, readAll } from './read-all.ts';
import type { Keyed } from './use-selection.ts';

export interface Matching<Row> {
  /** Total number of rows. */
  totalItems: number;
  isTotalCapped?: boolean | undefined;
  keyOf: (row: Row) => string;
  /** Reads a page of {@link maxPageSize} rows. */
  readPage: (page: number, signal: AbortSignal) => Promise<PageOfRows<Row>>;
}

/** Reads all matching rows page by page, with progress; leaving the page cancels it. */
export function useReadAll<Row>({ keyOf, readPage }: Matching<Row>) {
  const [done, setDone] = useState(0);
  const stopping = useRef<AbortController>(undefined);
  const cancel = () => stopping.current?.abort();
  useEffect(() => () => stopping.current?.abort(), []);
  const { run, loading } = useTask<void, readonly Keyed<Row>[]>({
    messages: { fail: 'Not all could be selected' },
    perform: async () => {
      setDone(0);
      const { signal } = (stopping.current = new AbortController());
      try {
        return await readAll(keyOf, async (page) => {
          const answer = await readPage(page, signal);
          signal.throwIfAborted();
          setDone(Math.min(page * maxPageSize, answer.totalItems));
          return answer;
        });
      } catch (error) {
        if (signal.aborted) return [];
        throw error;
      }
    },
  });
  return {
    done,
    loading,
    cancel,
    /** Returns no rows if reading was cancelled or failed; a failure is toasted. */
    run: async () => {
      const read = await run();
      return read.ok ? read.reply : [];
    },
  };
}
