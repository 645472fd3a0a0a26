/** Saving a form: what differs from the record, and what to do when somebody else saved first. */
import { useState } from 'react';
import type { ApiError } from '../api/api-error.ts';
import type { Outcome, RunOptions } from '../api/use-action.ts';
import { differing } from './values.ts';

/** A record as a form knows it. `version` is absent where there is nothing to overwrite: creating. */
export interface Baseline<Values> {
  values: Values;
  version?: number | undefined;
}

/** Somebody else saved first: who and when, and what they made of it. */
export interface Conflict<Values> {
  by: string;
  /** ISO instant, empty when not known. */
  at: string;
  theirs: Baseline<Values>;
}

export interface SavingOptions<Values, Result> {
  /** Runs the action. `ifMatch` is the version that the person saw. */
  save: (values: Values, options: RunOptions) => Promise<Outcome<Result>>;
  /** The record as it is now, when somebody saved first. Needed with a version. */
  latest?: (() => Promise<Baseline<Values> | undefined>) | undefined;
  onDone: (saved: Baseline<Values>, reply: Result) => unknown;
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

/** Sends a form's values so that nobody's change is overwritten unseen. */
export function useSaving<Values extends object, Result>(options: SavingOptions<Values, Result>): Saving<Values> {
  const { save, latest, onDone, onRefused } = options;
  const [isSaving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState('');
  const [conflict, setConflict] = useState<Conflict<Values>>();

  /** Until it is settled, rereading and sending again included: what is typed meanwhile would be lost. */
  const send = (values: Values, base: Baseline<Values>): Promise<boolean> => {
    setSaving(true);
    setTrouble('');
    return attempt(values, base).finally(() => setSaving(false));
  };

  const attempt = async (values: Values, base: Baseline<Values>): Promise<boolean> => {
    const how = { ifMatch: base.version, asksOnConflict: latest !== undefined, showsErrors: true };
    const outcome = await save(values, how);
    if (outcome.ok) {
      await onDone(
        { values, version: (outcome.reply as { version?: number } | undefined)?.version ?? base.version },
        outcome.reply,
      );
      return true;
    }
    if (outcome.error.status === 412) return await settle(outcome.error, values, base);
    onRefused(outcome.error);
    if (outcome.error.errors.length === 0) setTrouble(`Not saved: ${outcome.error.message}`);
    return false;
  };

  /**
   * Where the other person touched none of these fields there is nothing to ask: the change is sent on their version.
   */
  const settle = async ({ conflict: told }: ApiError, mine: Values, base: Baseline<Values>): Promise<boolean> => {
    const theirs = await latest?.();
    if (!theirs) {
      setTrouble(
        `Not saved: ${told?.by ?? 'somebody'} saved this first, and it could not be read again. Try again in a moment.`,
      );
      return false;
    }
    if (differing(base.values, theirs.values).length === 0) return await attempt(mine, theirs);
    setConflict({ by: told?.by ?? 'Somebody', at: told?.at ?? '', theirs });
    return false;
  };

  return { isSaving, trouble, giveUp: () => setTrouble(''), conflict, setConflict, send };
}
