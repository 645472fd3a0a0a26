/** Reads all rows that match, says how far it is, and stops when it is told to or the page is left. */
import { useEffect, useRef, useState } from 'react';
import { largestPage } from '#contract/page-size.ts';
import { useTask } from '../api/use-action.ts';
import { type PageOfRows, readAll } from './read-all.ts';
import type { Keyed } from './use-selection.ts';

export interface Matching<Row> {
  /** How many rows there are, on all pages. */
  totalItems: number;
  isTotalCapped?: boolean | undefined;
  keyOf: (row: Row) => string;
  /** Of pages of {@link largestPage} rows. */
  readPage: (page: number, signal: AbortSignal) => Promise<PageOfRows<Row>>;
}

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
          setDone(Math.min(page * largestPage, answer.totalItems));
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
    /** None where it was stopped or failed, which is told. */
    run: async () => {
      const read = await run();
      return read.ok ? read.reply : [];
    },
  };
}
