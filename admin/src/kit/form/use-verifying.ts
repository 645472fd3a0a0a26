/** Values that count only once something outside the form is known of them: whether a picture loads from an address. */
import type { UseFormReturnType } from '@mantine/form';
import { useRef } from 'react';
import { valueAt } from './values.ts';

/** Answers what is wrong with a value, '' for nothing; given up when `signal` says that there is a newer value. */
export type Verify = (signal: AbortSignal) => Promise<string>;

export interface Verifying {
  /** Of the value that the field has now. Resolves when it is known, or there is a newer one. */
  verify: (path: string, work: Verify) => Promise<void>;
  /** Resolves when nothing is being verified any more. */
  done: () => Promise<unknown>;
}

interface Known {
  value: unknown;
  trouble: string;
  newer: AbortController;
  work: Promise<void>;
}

/** What the record came with is not for the person to mend, and never wrong. */
export function useVerifying<Values>(fields: UseFormReturnType<Values>) {
  const known = useRef(new Map<string, Known>()).current;
  const verify: Verifying['verify'] = (path, work) => {
    known.get(path)?.newer.abort();
    const newer = new AbortController();
    const entry: Known = { value: valueAt(fields.getValues(), path), trouble: '', newer, work: Promise.resolve() };
    entry.work = work(newer.signal).then((trouble) => {
      entry.trouble = trouble;
    });
    known.set(path, entry);
    return entry.work;
  };
  const troubles = (values: Values) =>
    Object.fromEntries(
      [...known]
        .filter(
          ([path, { value, trouble }]) =>
            trouble && valueAt(values, path) === value && valueAt(fields.getInitialValues(), path) !== value,
        )
        .map(([path, { trouble }]) => [path, trouble]),
    );
  return { verify, troubles, done: () => Promise.all([...known.values()].map(({ work }) => work)) };
}
