/**
 * A form on a record: the contract's rules beside the fields, a draft that survives a session that ends,
 * and nobody's change overwritten (looks.md, Form and Detail page).
 */
import type { UseFormReturnType } from '@mantine/form';
import { useRef, type RefObject } from 'react';
import type { z } from 'zod';
import type { Outcome, RunOptions } from '../api/use-action.ts';
import { useSaving, type Baseline, type Conflict } from './use-saving.ts';
import { useWorkingCopy } from './use-working-copy.ts';
import { differing, fieldErrors, rebase } from './values.ts';

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
  latest?: () => Promise<Baseline<z.input<S>> | undefined>;
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
  /** Why the last attempt was not saved, where nothing else says it. */
  trouble: string;
  /** What was typed before a reload or a session that ended was put back. */
  isRestored: boolean;
  conflict: Conflict<Values> | undefined;
  /** The fields that the person changed. */
  changed: () => (keyof Values & string)[];
  /** True while leaving would lose something; right even between a save and the next drawing. */
  hasUnsaved: () => boolean;
  /** Answers whether it was saved. */
  submit: () => Promise<boolean>;
  discard: () => void;
  takeTheirs: () => void;
  /**
   * Saves the person's own changes on top of the other's: what only the other changed stays. Answers whether it was
   * saved.
   */
  keepMine: () => Promise<boolean>;
  askLater: () => void;
}

export function useEditForm<S extends z.ZodType<object, object>, Result>(
  options: EditFormOptions<S, Result>,
): EditForm<z.input<S>> {
  const { name, schema, initial, version, isSecret = false, save, latest, onSaved } = options;
  const labels = useRef(new Map<string, string>()).current;
  const copy = useWorkingCopy({ name, schema, initial, version, isSecret });
  const {
    ruled: { fields, element, visit, check, refuse },
    base,
    adopt,
  } = copy;
  const { isSaving, trouble, conflict, setConflict, send } = useSaving<z.input<S>, Result>({
    save,
    latest,
    onDone: (saved, reply) => {
      adopt(isSecret ? { values: initial, version: saved.version } : saved);
      return onSaved?.(reply);
    },
    onRefused: ({ errors }) => {
      if (errors.length > 0) refuse(fieldErrors(errors));
    },
  });
  return {
    fields,
    element,
    visit,
    labels,
    isSaving,
    trouble,
    conflict,
    changed: () => differing(base.values, fields.getValues()),
    isDirty: copy.isDirty,
    isRestored: copy.isRestored,
    hasUnsaved: copy.hasUnsaved,
    submit: async () => !isSaving && check() && (await send(fields.getValues(), base)),
    discard: copy.discard,
    takeTheirs: () => {
      if (conflict) adopt(conflict.theirs);
      setConflict(undefined);
    },
    keepMine: async () => {
      if (!conflict) return false;
      const merged = rebase(base.values, fields.getValues(), conflict.theirs.values);
      setConflict(undefined);
      copy.rebase(conflict.theirs, merged);
      return check() && (await send(merged, conflict.theirs));
    },
    askLater: () => setConflict(undefined),
  };
}
