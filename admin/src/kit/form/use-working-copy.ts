/**
 * Values of a record while they are edited: kept apart from the saved ones, stored as a draft, and never replaced while
 * there are unsaved changes.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { dropDraft, storeDraft, readDraft } from './draft.ts';
import { useRuledFields, type RuledFields } from './use-ruled-fields.ts';
import type { Baseline } from './use-saving.ts';
import { type RowRules, merge } from './merge.ts';
import { isSame } from './values.ts';

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
