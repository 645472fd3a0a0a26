/** Props of the parts of a record's page. */
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
