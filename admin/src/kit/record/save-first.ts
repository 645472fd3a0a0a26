/** Before something is done to a record as it is, what is typed is saved, so that it is done to what is seen. */
import type { Draft } from '#contract/draft.ts';
import type { Opened } from './opened.ts';
import type { Versioned } from './use-record-form.ts';

/** The record to do it to; undefined: it was not saved, and the form says why. */
export async function saveFirst<R extends Versioned, S extends Draft>({
  form,
  record,
  refetch,
}: Opened<R, S>): Promise<R | undefined> {
  if (!form.isDirty) return record;
  return (await form.submit()) ? await refetch() : undefined;
}
