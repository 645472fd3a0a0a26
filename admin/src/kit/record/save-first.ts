/** Before something is done to a record as it is, what is typed is saved, so that it is done to what is seen. */
import type { Draft } from '#contract/draft.ts';
import type { Opened } from './opened.ts';
import type { Versioned } from './use-record-form.ts';

/** The record to do it to, as it is saved then; undefined: it was not saved, and the form says why. */
export async function saveFirst<R extends Versioned, S extends Draft>({
  form,
  record,
}: Opened<R, S>): Promise<R | undefined> {
  if (!form.isDirty) return record;
  // A save that is under way is of what is typed, and what follows waits for it (`inTurn`).
  if (!form.isSaving && !(await form.submit())) return undefined;
  return { ...record, ...form.fields.getValues() };
}
