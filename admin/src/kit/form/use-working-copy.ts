/**
 * The fields of a record while somebody works on them: apart from what is saved, kept as a draft, never replaced under
 * their hands.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import { useRuledFields, type RuledFields } from './use-ruled-fields.ts';
import type { Baseline } from './use-saving.ts';
import { type RowRules, merge } from './merge.ts';
import { isSame } from './values.ts';

interface Options<Values> {
  /** Names the draft. */
  name: string;
  schema: z.ZodType<object>;
  /** The record as it was read last. */
  initial: Values;
  version: number | undefined;
  isSecret: boolean;
  /** Lists whose rows are merged one by one. */
  rows: RowRules;
  reveal: (() => void) | undefined;
}

/** What was typed, and on what: without that, somebody else's change since could not be told from the person's own. */
interface Draft<Values> {
  values: Values;
  base: Baseline<Values>;
}

export interface WorkingCopy<Values> {
  ruled: RuledFields<Values>;
  /** What the person's changes are made on. */
  base: Baseline<Values>;
  isDirty: boolean;
  isRestored: boolean;
  /** From here on the form is about this record; nothing is unsaved. */
  adopt: (next: Baseline<Values>) => void;
  /** What was sent is saved. What was typed since stays, as a change of it; answers whether there is none. */
  settle: (saved: Baseline<Values>, sent: Values) => boolean;
  /** From here on the person's values are changes of this record. */
  rebase: (base: Baseline<Values>, values: Values) => void;
  /** Back to what is saved, which may be newer than what the changes were made on. */
  discard: () => void;
  hasUnsaved: () => boolean;
}

export function useWorkingCopy<Values extends object>(options: Options<Values>): WorkingCopy<Values> {
  const { name, schema, initial, version, isSecret, rows, reveal } = options;
  const record = { values: initial, version };
  const { base, newest, begin } = useBaseline<Values>(record);
  const [isRestored, setRestored] = useState(false);
  const isSettled = useRef(false);
  const onChange = (values: Values) => {
    isSettled.current = false;
    if (isSame(values, newest.current.values)) dropDraft(name);
    else if (!isSecret) keepDraft(name, { values, base: newest.current });
  };
  const ruled = useRuledFields({ schema, initial, onChange, reveal });
  const isDirty = !isSame(ruled.fields.values, base.values);
  const adopt = (next: Baseline<Values>) => {
    begin(next);
    ruled.reset(next.values);
    dropDraft(name);
    setRestored(false);
    isSettled.current = true;
  };
  const { setValues, getValues } = ruled.fields;
  const rebase = (next: Baseline<Values>, values: Values) => (begin(next), setValues(values));
  const settle = (saved: Baseline<Values>, sent: Values) => {
    if (isSame(getValues(), sent)) return (adopt(saved), true);
    rebase(saved, merge(rows, sent, getValues(), saved.values));
    return false;
  };
  useRestoring<Values>(name, initial, (draft) => {
    rebase(draft.base, draft.values);
    setRestored(true);
  });
  const isClean = () => isSame(getValues(), newest.current.values);
  useRereading(record, isDirty, isClean, () => adopt(record));
  useFollowing(record, base, isDirty, () => rebase(record, merge(rows, base.values, getValues(), initial)));
  // After a save that could not be read again, what was saved is newer than what was read.
  const discard = () => adopt((base.version ?? 0) > (version ?? 0) ? base : record);
  const hasUnsaved = () => isDirty && !isSettled.current;
  return { ruled, base, isDirty, isRestored, adopt, settle, rebase, discard, hasUnsaved };
}

/** `newest` also before it is drawn: a draft is never kept on another. */
function useBaseline<Values>(first: Baseline<Values>) {
  const [base, setBase] = useState(first);
  const newest = useRef(base);
  const begin = (next: Baseline<Values>) => {
    newest.current = next;
    setBase(next);
  };
  return { base, newest, begin };
}

/** Calls back with the draft that was kept under this name, where it is another than the record. */
function useRestoring<Values>(name: string, initial: Values, onDraft: (draft: Draft<Values>) => void): void {
  const restore = useEffectEvent(() => {
    const draft = readDraft<Draft<Values>>(name);
    if (draft && !isSame(draft.values, initial)) onDraft(draft);
  });
  // Before the effects of the fields: a file that came meanwhile is one more change of what was typed.
  useLayoutEffect(() => {
    restore();
  }, [name]);
}

/**
 * Calls back when the record was read again and is another, as soon as nothing is unsaved; since that was drawn a field
 * may have got a file that came meanwhile. Not for the first reading, which the form began with. A save ends after its record was read again.
 */
function useRereading(record: unknown, isDirty: boolean, isClean: () => boolean, onOther: () => void): void {
  const read = JSON.stringify(record);
  const known = useRef(read);
  const tell = useEffectEvent(onOther);
  const isCleanNow = useEffectEvent(isClean);
  useEffect(() => {
    if (isDirty || known.current === read || !isCleanNow()) return;
    known.current = read;
    tell();
  }, [read, isDirty]);
}

/**
 * Calls back when what was saved was read again while more is typed: the server wrote it down in its way, and with the
 * ids of what was new.
 */
function useFollowing<Values>(
  record: Baseline<Values>,
  base: Baseline<Values>,
  isDirty: boolean,
  onRead: () => void,
): void {
  const tell = useEffectEvent(onRead);
  const isOther =
    isDirty && record.version !== undefined && record.version === base.version && !isSame(record.values, base.values);
  useEffect(() => {
    if (isOther) tell();
  }, [isOther]);
}
