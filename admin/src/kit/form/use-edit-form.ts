/**
 * A form on a record: the contract's rules beside the fields, a draft that survives a session that ends,
 * and nobody's change overwritten (looks.md, Form and Detail page).
 */
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { z } from 'zod';
import { fieldAt, type Field } from '#contract/draft.ts';
import type { Outcome, RunOptions } from '../api/use-action.ts';
import type { FormPlace } from './use-form-place.ts';
import type { RuledFields } from './use-ruled-fields.ts';
import { useSaving, type Baseline, type Saving } from './use-saving.ts';
import { useWorkingCopy, type WorkingCopy } from './use-working-copy.ts';
import { type RowRules, merge } from './merge.ts';
import { differing, fieldErrors, type Typed } from './values.ts';

export interface EditFormOptions<S extends z.ZodType, Result> {
  /** Names the draft: unique for the record, such as `discount/{id}`. */
  name: string;
  /** The contract's draft schema: its words and rules are the fields'. */
  schema: S;
  initial: Typed<z.input<S>>;
  version?: number | undefined;
  /** Holds a password: nothing of it is kept as a draft. */
  isSecret?: boolean;
  /** Runs the action. `ifMatch` is the version of `base`, which the values are a change of. */
  save: (values: z.input<S>, options: RunOptions, base: Typed<z.input<S>>) => Promise<Outcome<Result>>;
  /** The record as it is now, when somebody saved first. Needed with `version`. */
  latest?: () => Promise<Baseline<Typed<z.input<S>>> | undefined>;
  /** What was stored, where the reply tells: rows that were new have ids. */
  stored?: (reply: Result) => Typed<z.input<S>>;
  /** Where to go from here; the toast and the refresh happen by themselves. */
  onSaved?: (reply: Result) => unknown;
  /** Opens the tab that the fields are on. */
  reveal?: () => void;
  /** Lists whose rows have ids: what two people did to other rows is merged. */
  rows?: RowRules;
  /** Why fields cannot be changed now, by their names. */
  locked?: Readonly<Record<string, string>> | undefined;
  /** A save makes something else of it: nothing is typed meanwhile. So it is where nothing is saved yet. */
  isReplaced?: boolean;
}

export interface EditForm<Values> extends Pick<Saving<Values>, 'isSaving' | 'trouble' | 'conflict'> {
  /** Of the draft, unique for the record. */
  name: string;
  rows: RowRules;
  /** What was sent is all there will be: fields take nothing. Other forms are typed in while they are saved. */
  isLocked: boolean;
  fields: UseFormReturnType<Values>;
  /** What the contract says of a field, with the values as they are now. @throws Error where it says nothing. */
  field: (path: string) => Field;
  place: FormPlace;
  visit: (path: string) => void;
  verify: RuledFields<Values>['verify'];
  isDirty: boolean;
  /** What was typed before a reload or a session that ended was put back. */
  isRestored: boolean;
  /** What the person's changes are made on. */
  base: () => Values;
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

const none: RowRules = {};

export function useEditForm<S extends z.ZodType<object, object>, Result>(
  options: EditFormOptions<S, Result>,
): EditForm<Typed<z.input<S>>> {
  const { name, schema, initial, version, isSecret = false, save, latest, onSaved, reveal, rows = none } = options;
  type Values = Typed<z.input<S>>;
  const copy = useWorkingCopy<Values>({ name, schema, initial, version, isSecret, rows, reveal });
  const { isDirty, isRestored, hasUnsaved } = copy;
  const { fields, place, visit, verify, refuse } = copy.ruled;
  const saving = useSaving<Values, Result>({
    // What passed the check has no empty numbers.
    save: (values, ...how) => save(values as z.input<S>, ...how),
    latest,
    stored: options.stored,
    rows,
    onDone: ({ values, version: now }, reply, sent) =>
      copy.settle({ values: isSecret ? initial : values, version: now }, sent) ? onSaved?.(reply) : undefined,
    onRefused: ({ errors }) => refuse(fieldErrors(errors)),
  });
  const { isSaving, trouble, conflict } = saving;
  return {
    name,
    rows,
    isLocked: isSaving && (version === undefined || options.isReplaced === true),
    fields,
    place,
    visit,
    verify,
    isSaving,
    trouble,
    conflict,
    isDirty,
    isRestored,
    discard: () => (saving.giveUp(), copy.discard()),
    hasUnsaved,
    field: (path) => ({ ...knownField(schema, path, fields.values), locked: options.locked?.[path] }),
    base: () => copy.base.values,
    changed: () => differing(copy.base.values, fields.getValues()),
    submit: useSubmit(copy, saving),
    ...settling(copy, saving, rows),
  };
}

/**
 * Checking takes time where something is being verified: pressed again meanwhile, it is still sent once. Pressed while
 * it is saved, what was typed since is saved after it.
 */
function useSubmit<Values extends object>(copy: WorkingCopy<Values>, saving: Saving<Values>) {
  const { ruled, base, hasUnsaved } = copy;
  const { isSaving, trouble, conflict, send } = saving;
  const isChecking = useRef(false);
  const isWanted = useRef(false);
  const submit = async () => {
    isWanted.current = isSaving;
    if (isSaving || isChecking.current) return false;
    isChecking.current = true;
    const isRight = await ruled.check();
    isChecking.current = false;
    return isRight && (await send(ruled.fields.getValues(), base));
  };
  const goOn = useEffectEvent(() => {
    const isRefused = trouble !== '' || conflict !== undefined || Object.keys(ruled.fields.errors).length > 0;
    if (isWanted.current && !isRefused && hasUnsaved()) void submit();
    isWanted.current = false;
  });
  useEffect(() => {
    if (!isSaving) goOn();
  }, [isSaving]);
  return submit;
}

function knownField(schema: z.ZodType, path: string, values: object): Field {
  const field = fieldAt(schema, path, values);
  if (!field) throw new Error(`The contract says nothing of the field "${path}"`);
  return field;
}

/** The three ways on when somebody saved first. */
function settling<Values extends object>(
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
