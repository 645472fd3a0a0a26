/** Saves unsaved changes before an action on the record, so that the action applies to what the person sees. */
import type { Draft } from '#contract/kernel/draft.ts';
import type { Opened } from './opened.ts';
import type { Versioned } from './use-record-form.ts';

/** Returns the record with the typed values, saved or being saved; undefined if saving failed, which the form shows. */
export async function saveFirst<R extends Versioned, S extends Draft>({
  form,
  record,
}: Opened<R, S>): Promise<R | undefined> {
  if (!form.isDirty) return record;
  // A running save has the typed values, and the next write waits for it (`enqueueWrite`).
  if (!form.isSaving && !(await form.submit())) return undefined;
  return { ...record, ...form.fields.getValues() };
}
