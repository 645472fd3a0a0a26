/** Loaded record as the parts of its page get it; saves its form before an action on it. */
import type { z } from 'zod';
import type { Draft } from '#contract/kernel/draft.ts';
import type { EditForm } from '../form/use-edit-form.ts';
import type { Typed } from '../form/values.ts';
import type { Versioned } from './use-record-form.ts';

/** Loaded record with its form. */
export interface Opened<R extends Versioned, S extends Draft> {
  id: string;
  record: R;
  title: string;
  form: EditForm<Typed<z.input<S>>>;
  mayEdit: boolean;
  /** Reads the record again. */
  refetch: () => Promise<R | undefined>;
  /** Noun of its kind: "learning path". */
  what: string;
  /** Paths of the list, and of the record without a tab. */
  list: string;
  base: string;
}

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
