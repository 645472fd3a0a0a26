/** Saves a form and handles conflicts. */
import { useState } from 'react';
import { type ApiError, isToasted } from '../api/api-error.ts';
import type { Outcome, RunOptions } from '../api/use-action.ts';
import { type RowRules, needsDecision, merge } from './merge.ts';

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

export interface SavingOptions<Values, Result> {
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
