/** Asynchronous verification of values, such as whether an image loads. */
import type { UseFormReturnType } from '@mantine/form';
import { useRef } from 'react';
import { valueAt } from './values.ts';

/** Resolves to the error of a value, '' for none. `signal` aborts when there is a newer value. */
export type Verify = (signal: AbortSignal) => Promise<string>;

export interface Verifying {
  /** Verifies the current value of a field. Resolves when the result is known or superseded. */
  verify: (path: string, work: Verify) => Promise<void>;
  /** Resolves when no verification is pending. */
  settled: () => Promise<unknown>;
}

interface Entry {
  value: unknown;
  trouble: string;
  controller: AbortController;
  work: Promise<void>;
}

/**
 * Verifies field values asynchronously. `troubles` returns the errors of values that are still the verified ones,
 * except the record's initial values.
 */
export function useVerifying<Values>(fields: UseFormReturnType<Values>) {
  const entries = useRef(new Map<string, Entry>()).current;
  const verify: Verifying['verify'] = (path, work) => {
    entries.get(path)?.controller.abort();
    const controller = new AbortController();
    const entry: Entry = {
      value: valueAt(fields.getValues(), path),
      trouble: '',
      controller,
      work: Promise.resolve(),
    };
    entry.work = work(controller.signal).then((trouble) => {
      entry.trouble = trouble;
    });
    entries.set(path, entry);
    return entry.work;
  };
  const troubles = (values: Values) =>
    Object.fromEntries(
      [...entries]
        .filter(
          ([path, { value, trouble }]) =>
            trouble && valueAt(values, path) === value && valueAt(fields.getInitialValues(), path) !== value,
        )
        .map(([path, { trouble }]) => [path, trouble]),
    );
  return { verify, troubles, settled: () => Promise.all([...entries.values()].map(({ work }) => work)) };
}
