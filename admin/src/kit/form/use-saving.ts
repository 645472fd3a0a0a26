/** Saving a form: what differs from the record, and what to do when somebody else saved first. */
import { useState } from 'react';
import { type ApiError, isToasted } from '../api/api-error.ts';
import type { Outcome, RunOptions } from '../api/use-action.ts';
import { type RowRules, isToBeAsked, merge } from './merge.ts';

/** A record as a form knows it. `version` is absent where there is nothing to overwrite: creating. */
export interface Baseline<Values> {
  values: Values;
  version?: number | undefined;
}

/** A save that was first: whose and when, and what it made of the record. */
export interface Conflict<Values> {
  by: string;
  /** The same person saved it in another tab. */
  isYou: boolean;
  /** ISO instant, empty when not known. */
  at: string;
  theirs: Baseline<Values>;
}

export interface SavingOptions<Values, Result> {
  /** Runs the action. `ifMatch` is the version of `base`, which the values are a change of. */
  save: (values: Values, options: RunOptions, base: Values) => Promise<Outcome<Result>>;
  /** The record as it is now, when somebody saved first. Needed with a version. */
  latest?: (() => Promise<Baseline<Values> | undefined>) | undefined;
  /** What was stored, where the reply tells. */
  stored: ((reply: Result) => Values) | undefined;
  /** Lists whose rows are merged one by one. */
  rows: RowRules;
  /** `sent`: what was in the form when it was sent; merged with another's it may have been saved as more. */
  onDone: (saved: Baseline<Values>, reply: Result, sent: Values) => unknown;
  onRefused: (error: ApiError) => void;
}

export interface Saving<Values> {
  isSaving: boolean;
  /** Why the last attempt saved nothing, where no field and no question says it; empty: it did not fail so. */
  trouble: string;
  /** What was tried is given up. */
  giveUp: () => void;
  conflict: Conflict<Values> | undefined;
  setConflict: (conflict: Conflict<Values> | undefined) => void;
  /** Sends the values as a change of `base`. Answers whether they were saved. */
  send: (values: Values, base: Baseline<Values>) => Promise<boolean>;
}

const versionIn = (reply: unknown) => (reply as { version?: number } | undefined)?.version;

/** Sends a form's values so that nobody's change is overwritten unseen. */
export function useSaving<Values extends object, Result>(options: SavingOptions<Values, Result>): Saving<Values> {
  const { save, latest, stored, rows, onDone, onRefused } = options;
  const [isSaving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState('');
  const [conflict, setConflict] = useState<Conflict<Values>>();

  /** Until it is settled, rereading and sending again included. */
  const send = (values: Values, base: Baseline<Values>): Promise<boolean> => {
    setSaving(true);
    setTrouble('');
    return attempt(values, base, values).finally(() => setSaving(false));
  };

  const attempt = async (values: Values, base: Baseline<Values>, sent: Values): Promise<boolean> => {
    const how = { ifMatch: base.version, asksOnConflict: latest !== undefined, showsErrors: true };
    const outcome = await save(values, how, base.values);
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
   * Where the other person touched none of these fields, or made the same of them (a save whose answer was lost did),
   * there is nothing to ask: the change is sent on their version.
   */
  const settle = async ({ conflict: told }: ApiError, mine: Values, base: Baseline<Values>): Promise<boolean> => {
    const theirs = await latest?.();
    if (!theirs) {
      const by = told?.by ?? 'somebody';
      setTrouble(`Not saved: ${by} saved this first, and it could not be read again. Try again in a moment.`);
      return false;
    }
    if (!isToBeAsked(rows, base.values, mine, theirs.values))
      return await attempt(merge(rows, base.values, mine, theirs.values), theirs, mine);
    setConflict({ by: told?.by ?? 'Somebody', isYou: told?.isYou ?? false, at: told?.at ?? '', theirs });
    return false;
  };

  return { isSaving, trouble, giveUp: () => setTrouble(''), conflict, setConflict, send };
}
