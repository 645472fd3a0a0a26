/**
 * Values of a record while they are edited (kept apart from the saved ones, stored as a draft, and never replaced while
 * there are unsaved changes), and how they are saved, also after a conflict.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { dropDraft, storeDraft, readDraft } from './stored-draft.ts';
import { useRuledFields, type RuledFields } from './use-ruled-fields.ts';
import { type RowRules, merge, needsDecision } from './merge.ts';
import { isSame } from './values.ts';
import { type ApiError, isToasted } from '../api/api-error.ts';
import type { Outcome, RunOptions } from '../api/use-action.ts';

interface Options<Values> {
  /** Name of the draft. */
  name: string;
  schema: z.ZodType<object>;
  /** Record as last read. */
  initial: Values;
  version: number | undefined;
  isSecret: boolean;
  /** Lists that are merged row by row. */
  rows: RowRules;
  reveal: (() => void) | undefined;
}

/** Typed values and their base. The base is needed to tell the person's changes from later ones by others. */
interface Draft<Values> {
  values: Values;
  base: Baseline<Values>;
}

export interface WorkingCopy<Values> {
  ruled: RuledFields<Values>;
  /** Version that the person's changes are based on. */
  base: Baseline<Values>;
  isDirty: boolean;
  isRestored: boolean;
  /** Takes over a record and drops all changes. */
  adopt: (next: Baseline<Values>) => void;
  /** Handles the reply to a save: unless other values were typed since, nothing is unsaved and no draft is kept. */
  markStored: (sent: Values) => void;
  /** Handles a completed save. Values typed since then are kept as changes of it; returns whether there are none. */
  settle: (saved: Baseline<Values>, sent: Values) => boolean;
  /** Makes `values` changes of this record. */
  rebase: (base: Baseline<Values>, values: Values) => void;
  /** Resets to the saved record, which may be newer than the base. */
  discard: () => void;
  hasUnsaved: () => boolean;
}

/** Fields of a form with their saved values and version; unsaved input is kept as a draft. */
export function useWorkingCopy<Values extends object>(options: Options<Values>): WorkingCopy<Values> {
  const { name, schema, initial, version, isSecret, rows, reveal } = options;
  const record = { values: initial, version };
  const { base, newest, begin } = useBaseline<Values>(record);
  const [isRestored, setRestored] = useState(false);
  const { beginChanges, endChanges, hasChanges } = useSettled(name);
  const onChange = (values: Values) => {
    beginChanges();
    if (isSame(values, newest.current.values)) dropDraft(name);
    else if (!isSecret) storeDraft(name, { values, base: newest.current });
  };
  const ruled = useRuledFields({ schema, initial, onChange, reveal });
  const isDirty = !isSame(ruled.fields.values, base.values);
  const adopt = (next: Baseline<Values>) => {
    begin(next);
    ruled.reset(next.values);
    endChanges();
    setRestored(false);
  };
  const { setValues, getValues } = ruled.fields;
  const markStored = (sent: Values) => (isSame(getValues(), sent) ? endChanges() : undefined);
  const rebase = (next: Baseline<Values>, values: Values) => (begin(next), setValues(values));
  const settle = (saved: Baseline<Values>, sent: Values) => {
    if (isSame(getValues(), sent)) return (adopt(saved), true);
    rebase(saved, merge(rows, sent, getValues(), saved.values));
    return false;
  };
  useStoredDraft<Values>(name, initial, (draft) => {
    rebase(draft.base, draft.values);
    setRestored(true);
  });
  const isClean = () => isSame(getValues(), newest.current.values);
  useRecordChange(record, isDirty, isClean, () => adopt(record));
  useStoredValues(record, base, isDirty, () => rebase(record, merge(rows, base.values, getValues(), initial)));
  // If the reread after a save failed, the saved base is newer than the record as read.
  const discard = () => adopt((base.version ?? 0) > (version ?? 0) ? base : record);
  const hasUnsaved = () => isDirty && hasChanges();
  return { ruled, base, isDirty, isRestored, adopt, markStored, settle, rebase, discard, hasUnsaved };
}

/** Knows even before the next render whether values were typed since they were stored or dropped. */
function useSettled(name: string) {
  const isSettled = useRef(false);
  return {
    beginChanges: () => {
      isSettled.current = false;
    },
    endChanges: () => {
      dropDraft(name);
      isSettled.current = true;
    },
    hasChanges: () => !isSettled.current,
  };
}

/** `newest` is updated before the next render, so that no draft is stored with an outdated base. */
function useBaseline<Values>(first: Baseline<Values>) {
  const [base, setBase] = useState(first);
  const newest = useRef(base);
  const begin = (next: Baseline<Values>) => {
    newest.current = next;
    setBase(next);
  };
  return { base, newest, begin };
}

/** Calls back with the stored draft if it differs from the record. */
function useStoredDraft<Values>(name: string, initial: Values, onDraft: (draft: Draft<Values>) => void): void {
  const restore = useEffectEvent(() => {
    const draft = readDraft<Draft<Values>>(name);
    if (draft && !isSame(draft.values, initial)) onDraft(draft);
  });
  // Layout effect: runs before the effects of the fields, so that an upload that finished meanwhile is applied to the
  // restored draft.
  useLayoutEffect(() => {
    restore();
  }, [name]);
}

/**
 * Calls back when a different record was read, once nothing is unsaved (a field may have received an upload since the
 * last render). Skips the first read, which the form started with. After a save, the record has been reread before
 * saving ends.
 */
function useRecordChange(record: unknown, isDirty: boolean, isClean: () => boolean, onOther: () => void): void {
  const read = JSON.stringify(record);
  const lastRead = useRef(read);
  const notify = useEffectEvent(onOther);
  const isCleanNow = useEffectEvent(isClean);
  useEffect(() => {
    if (isDirty || lastRead.current === read || !isCleanNow()) return;
    lastRead.current = read;
    notify();
  }, [read, isDirty]);
}

/**
 * Calls back when the saved version was read again while there are new changes: the server may have normalized values
 * and assigned ids.
 */
function useStoredValues<Values>(
  record: Baseline<Values>,
  base: Baseline<Values>,
  isDirty: boolean,
  onRead: () => void,
): void {
  const notify = useEffectEvent(onRead);
  const isStale =
    isDirty && record.version !== undefined && record.version === base.version && !isSame(record.values, base.values);
  useEffect(() => {
    if (isStale) notify();
  }, [isStale]);
}

/** Values and version of a record. `version` is absent when creating. */
export interface Baseline<Values> {
  values: Values;
  version?: number | undefined;
}

/** Conflicting save: its author, time and result. */
export interface Conflict<Values> {
  by: string;
  /** Whether the same person saved it in another tab. */
  isYou: boolean;
  /** ISO instant; empty if unknown. */
  at: string;
  theirs: Baseline<Values>;
}

interface SavingOptions<Values, Result> {
  /** Runs the action. `ifMatch` is the version of `base`, the values that the change is based on. */
  save: (values: Values, options: RunOptions, base: Values) => Promise<Outcome<Result>>;
  /** Reads the current record after a conflict. Required with a version. */
  latest?: (() => Promise<Baseline<Values> | undefined>) | undefined;
  /** Returns the stored values from the reply, if it contains them. */
  stored: ((reply: Result) => Values) | undefined;
  /** Lists that are merged row by row. */
  rows: RowRules;
  /** Called as soon as the server has stored the values, before the changed data is read again. */
  onStored: (sent: Values) => void;
  /** `sent`: the form's values when they were sent; the saved ones may contain merged changes of others. */
  onDone: (saved: Baseline<Values>, reply: Result, sent: Values) => unknown;
  onRefused: (error: ApiError) => void;
}

export interface Saving<Values> {
  isSaving: boolean;
  /** Error of the last attempt that is not shown at a field or in a dialog; empty: none. */
  trouble: string;
  /** Clears `trouble`. */
  giveUp: () => void;
  conflict: Conflict<Values> | undefined;
  setConflict: (conflict: Conflict<Values> | undefined) => void;
  /** Sends the values as a change of `base`. Resolves to whether they were saved. */
  send: (values: Values, base: Baseline<Values>) => Promise<boolean>;
}

const versionIn = (reply: unknown) => (reply as { version?: number } | undefined)?.version;

/** State and functions for saving a form. */
export function useSaving<Values extends object, Result>(options: SavingOptions<Values, Result>): Saving<Values> {
  const { save, latest, stored, rows, onStored, onDone, onRefused } = options;
  const [isSaving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState('');
  const [conflict, setConflict] = useState<Conflict<Values>>();

  /** Saving lasts until the outcome is settled, including rereads and retries. */
  const send = (values: Values, base: Baseline<Values>): Promise<boolean> => {
    setSaving(true);
    setTrouble('');
    return attempt(values, base, values).finally(() => setSaving(false));
  };

  const attempt = async (values: Values, base: Baseline<Values>, sent: Values): Promise<boolean> => {
    const how = { ifMatch: base.version, asksOnConflict: latest !== undefined, showsErrors: true };
    const outcome = await save(values, { ...how, onReply: () => onStored(sent) }, base.values);
    if (outcome.ok) {
      const { reply } = outcome;
      await onDone({ values: stored?.(reply) ?? values, version: versionIn(reply) ?? base.version }, reply, sent);
      return true;
    }
    if (outcome.error.status === 412) return await settle(outcome.error, sent, base);
    onRefused(outcome.error);
    const { error } = outcome;
    if (error.errors.length === 0)
      setTrouble(isToasted(error) ? 'Not saved. Try again.' : `Not saved: ${error.message}`);
    return false;
  };

  /**
   * Retries on the newer version without asking if the other person changed none of these fields or made the same
   * changes (as a save whose response was lost did).
   */
  const settle = async ({ conflict: details }: ApiError, mine: Values, base: Baseline<Values>): Promise<boolean> => {
    const theirs = await latest?.();
    if (!theirs) {
      const by = details?.by ?? 'somebody';
      setTrouble(`Not saved: ${by} saved this first, and it could not be read again. Try again in a moment.`);
      return false;
    }
    if (!needsDecision(rows, base.values, mine, theirs.values))
      return await attempt(merge(rows, base.values, mine, theirs.values), theirs, mine);
    setConflict({ by: details?.by ?? 'Somebody', isYou: details?.isYou ?? false, at: details?.at ?? '', theirs });
    return false;
  };

  return { isSaving, trouble, giveUp: () => setTrouble(''), conflict, setConflict, send };
}
