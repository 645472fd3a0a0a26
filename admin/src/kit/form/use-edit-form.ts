/**
 * Form of a record: validates with the contract's schema, keeps a draft across reloads and expired sessions, and never
 * overwrites another user's change unseen (looks.md, Form and Detail page).
 */
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { z } from 'zod';
import { fieldAt, type Field } from '#contract/kernel/draft.ts';
import type { Outcome, RunOptions } from '../api/use-action.ts';
import type { FormPlace, RuledFields } from './use-ruled-fields.ts';
import { useSaving, type Baseline, type Saving, useWorkingCopy, type WorkingCopy } from './use-working-copy.ts';
import { type RowRules, merge } from './merge.ts';
import { changedKeys, fieldErrors, type Typed } from './values.ts';

export interface EditFormOptions<S extends z.ZodType, Result> {
  /** Name of the draft; unique per record, such as `discount/{id}`. */
  name: string;
  /** Draft schema of the contract; provides labels and rules. */
  schema: S;
  initial: Typed<z.input<S>>;
  version?: number | undefined;
  /** The form contains a password; no draft is stored. */
  isSecret?: boolean;
  /** Runs the action. `ifMatch` is the version of `base`, the values that the change is based on. */
  save: (values: z.input<S>, options: RunOptions, base: Typed<z.input<S>>) => Promise<Outcome<Result>>;
  /** Reads the current record after a conflict. Required with `version`. */
  latest?: () => Promise<Baseline<Typed<z.input<S>>> | undefined>;
  /** Returns the stored values from the reply, if it contains them: new rows have ids. */
  stored?: (reply: Result) => Typed<z.input<S>>;
  /** Navigates after saving; toasts and refresh are automatic. */
  onSaved?: (reply: Result) => unknown;
  /** Opens the tab that shows the fields. */
  reveal?: () => void;
  /** Lists whose rows have ids; changes of different rows are merged. */
  rows?: RowRules;
  /** Reasons why fields cannot be changed, by field name. */
  locked?: Readonly<Record<string, string>> | undefined;
  /** Saving replaces the record, so fields are locked meanwhile. Always the case when creating. */
  locksOnSave?: boolean;
}

export interface EditForm<Values> extends Pick<Saving<Values>, 'isSaving' | 'trouble' | 'conflict'> {
  /** Name of the draft; unique per record. */
  name: string;
  rows: RowRules;
  /** Fields are locked while saving. Forms of a saved record stay editable. */
  isLocked: boolean;
  fields: UseFormReturnType<Values>;
  /** Field metadata of the contract for the current values. @throws Error if the contract has no such field. */
  field: (path: string) => Field;
  place: FormPlace;
  visit: (path: string) => void;
  verify: RuledFields<Values>['verify'];
  isDirty: boolean;
  /** A draft was restored after a reload or an expired session. */
  isRestored: boolean;
  /** Values that the person's changes are based on. */
  base: () => Values;
  /** Names of the fields that the person changed. */
  changed: () => (keyof Values & string)[];
  /** Whether leaving would lose changes; correct even between a save and the next render. */
  hasUnsaved: () => boolean;
  /** Resolves to whether the values were saved. */
  submit: () => Promise<boolean>;
  discard: () => void;
  takeTheirs: () => void;
  /**
   * Saves the person's own changes on top of the other version; other fields keep theirs. Resolves to whether the
   * values were saved.
   */
  keepMine: () => Promise<boolean>;
  askLater: () => void;
}

const none: RowRules = {};

/** Form of a record with validation, drafts, conflicts and saving. */
export function useEditForm<S extends z.ZodType<object, object>, Result>(
  options: EditFormOptions<S, Result>,
): EditForm<Typed<z.input<S>>> {
  const { name, schema, initial, version, isSecret = false, save, latest, onSaved, reveal, rows = none } = options;
  type Values = Typed<z.input<S>>;
  const copy = useWorkingCopy<Values>({ name, schema, initial, version, isSecret, rows, reveal });
  const { fields, place, visit, verify, refuse } = copy.ruled;
  const saving = useSaving<Values, Result>({
    // Validated values have no empty numbers.
    save: (values, ...how) => save(values as z.input<S>, ...how),
    latest,
    stored: options.stored,
    rows,
    onStored: copy.markStored,
    onDone: ({ values, version: now }, reply, sent) =>
      copy.settle({ values: isSecret ? initial : values, version: now }, sent) ? onSaved?.(reply) : undefined,
    onRefused: ({ errors }) => refuse(fieldErrors(errors)),
  });
  const { isSaving, trouble, conflict } = saving;
  return {
    name,
    rows,
    isLocked: isSaving && (version === undefined || options.locksOnSave === true),
    fields,
    place,
    visit,
    verify,
    isSaving,
    trouble,
    conflict,
    isDirty: copy.isDirty,
    isRestored: copy.isRestored,
    discard: () => (saving.giveUp(), copy.discard()),
    hasUnsaved: copy.hasUnsaved,
    field: (path) => ({ ...requireField(schema, path, fields.values), locked: options.locked?.[path] }),
    base: () => copy.base.values,
    changed: () => changedKeys(copy.base.values, fields.getValues()),
    submit: useSubmit(copy, saving),
    ...conflictActions(copy, saving, rows),
  };
}

/**
 * Submits once even if pressed again while validation is running. If pressed while saving, later changes are saved
 * afterwards.
 */
function useSubmit<Values extends object>(copy: WorkingCopy<Values>, saving: Saving<Values>) {
  const { ruled, base, hasUnsaved } = copy;
  const { isSaving, trouble, conflict, send } = saving;
  const isChecking = useRef(false);
  const isQueued = useRef(false);
  const submit = async () => {
    isQueued.current = isSaving;
    if (isSaving || isChecking.current) return false;
    isChecking.current = true;
    const isRight = await ruled.check();
    isChecking.current = false;
    return isRight && (await send(ruled.fields.getValues(), base));
  };
  const submitQueued = useEffectEvent(() => {
    const isRefused = trouble !== '' || conflict !== undefined || Object.keys(ruled.fields.errors).length > 0;
    if (isQueued.current && !isRefused && hasUnsaved()) void submit();
    isQueued.current = false;
  });
  useEffect(() => {
    if (!isSaving) submitQueued();
  }, [isSaving]);
  return submit;
}

function requireField(schema: z.ZodType, path: string, values: object): Field {
  const field = fieldAt(schema, path, values);
  if (!field) throw new Error(`The contract says nothing of the field "${path}"`);
  return field;
}

/** The three ways to resolve a conflict. */
function conflictActions<Values extends object>(
  copy: WorkingCopy<Values>,
  { conflict, setConflict, send }: Saving<Values>,
  rows: RowRules,
) {
  const { fields, check } = copy.ruled;
  return {
    takeTheirs: () => {
      if (conflict) copy.adopt(conflict.theirs);
      setConflict(undefined);
    },
    keepMine: async () => {
      if (!conflict) return false;
      const merged = merge(rows, copy.base.values, fields.getValues(), conflict.theirs.values);
      setConflict(undefined);
      copy.rebase(conflict.theirs, merged);
      return (await check()) && (await send(merged, conflict.theirs));
    },
    askLater: () => setConflict(undefined),
  };
}
