/**
 * A form on a record: the contract's rules beside the fields, a draft that survives a session that ends,
 * and nobody's change overwritten (looks.md, Form and Detail page).
 */
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { z } from 'zod';
import type { Outcome, RunOptions } from '../use-action.ts';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import { useRuledFields } from './use-ruled-fields.ts';
import { useSaving, type Based, type Conflict } from './use-saving.ts';
import { fieldErrors, isSame } from './values.ts';

export interface EditFormOptions<S extends z.ZodType, Result> {
  /** Names the draft: unique for the record, such as `discount/{id}`. */
  name: string;
  /** The contract's draft schema; its messages stand beside the fields. */
  schema: S;
  initial: z.input<S>;
  version?: number | undefined;
  /** Holds a password: nothing of it is kept as a draft. */
  isSecret?: boolean;
  /** Runs the action. `ifMatch` is the version that the person saw. */
  save: (values: z.input<S>, options: RunOptions) => Promise<Outcome<Result>>;
  /** The record as it is now, when somebody saved first. Needed with `version`. */
  latest?: () => Promise<Based<z.input<S>> | undefined>;
  /** Where to go from here; the toast and the refresh happen by themselves. */
  onSaved?: (reply: Result) => unknown;
}

export interface EditForm<Values> {
  fields: UseFormReturnType<Values>;
  element: RefObject<HTMLFormElement | null>;
  /** Names of fields by path, for comparing; fields fill it in. */
  labels: Map<string, string>;
  visit: (path: string) => void;
  isDirty: boolean;
  isSaving: boolean;
  /** What was typed before a reload or a session that ended was put back. */
  isRestored: boolean;
  conflict: Conflict<Values> | undefined;
  /** True while leaving would lose something; right even between a save and the next drawing. */
  hasUnsaved: () => boolean;
  /** Answers whether it was saved. */
  submit: () => Promise<boolean>;
  discard: () => void;
  takeTheirs: () => void;
  keepMine: () => Promise<boolean>;
  askLater: () => void;
}

export function useEditForm<S extends z.ZodType<object, object>, Result>(options: EditFormOptions<S, Result>): EditForm<z.input<S>> {
  type Values = z.input<S>;
  const { name, schema, initial, version, isSecret, save, latest, onSaved } = options;
  const [base, setBase] = useState<Based<Values>>({ values: initial, version });
  const [isRestored, setRestored] = useState(false);
  const labels = useRef(new Map<string, string>()).current;
  const isSettled = useRef(false);

  const ruled = useRuledFields(schema, initial, (values) => {
    isSettled.current = false;
    if (isSame(values, base.values)) dropDraft(name);
    else if (!isSecret) keepDraft(name, { values, version: base.version } satisfies Based<Values>);
  });
  const isDirty = !isSame(ruled.fields.values, base.values);

  /** From here on the form is about this record; nothing is unsaved. */
  const adopt = (next: Based<Values>) => {
    setBase(next);
    ruled.reset(next.values);
    dropDraft(name);
    setRestored(false);
    isSettled.current = true;
  };

  const { isSaving, conflict, setConflict, send } = useSaving<Values, Result>({
    base, save, latest,
    onDone: (saved, reply) => {
      adopt(isSecret ? { values: initial, version: saved.version } : saved);
      return onSaved?.(reply);
    },
    onRefused: (error) => { if (error.errors.length > 0) ruled.refuse(fieldErrors(error.errors)); },
  });

  useEffect(() => {
    const draft = readDraft<Based<Values>>(name);
    if (!draft || isSame(draft.values, initial)) return;
    setBase({ values: initial, version: draft.version });
    ruled.fields.setValues(draft.values);
    setRestored(true);
  }, [name]);

  const record = JSON.stringify([initial, version]);
  const known = useRef(record);
  useEffect(() => {
    if (known.current === record) return;
    known.current = record;
    // The record was read again. What the person has begun stays, with the version they began on.
    if (!isDirty) adopt({ values: initial, version });
  }, [record]);

  return {
    fields: ruled.fields, element: ruled.element, visit: ruled.visit, labels, isDirty, isSaving, isRestored, conflict,
    hasUnsaved: () => isDirty && !isSettled.current,
    submit: async () => !isSaving && ruled.check() && await send(ruled.fields.getValues(), base.version),
    discard: () => adopt(base),
    takeTheirs: () => { if (conflict) adopt(conflict.theirs); setConflict(undefined); },
    keepMine: async () => {
      setConflict(undefined);
      return await send(ruled.fields.getValues(), conflict?.theirs.version);
    },
    askLater: () => setConflict(undefined),
  };
}
