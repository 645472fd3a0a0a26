/** What the parts of a record's page work with. */
import type { z } from 'zod';
import type { Draft } from '#contract/draft.ts';
import type { EditForm } from '../form/use-edit-form.ts';
import type { Typed } from '../form/values.ts';
import type { Versioned } from './use-record-form.ts';

export interface Opened<R extends Versioned, S extends Draft> {
  id: string;
  record: R;
  title: string;
  form: EditForm<Typed<z.input<S>>>;
  mayEdit: boolean;
  /** Reads it again. */
  refetch: () => Promise<R | undefined>;
  /** Its kind in a sentence: "learning path". */
  what: string;
  /** The address of its list, and its own without a tab. */
  list: string;
  base: string;
}
