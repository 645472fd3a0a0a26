/**
 * Switch of a record's status as actions of its head: the way on is the primary one, the way off is in the menu. Saves
 * the form before the way on, so that what is visible comes into force; not before the way off, for which the typed
 * values may be invalid.
 */
import { useState } from 'react';
import type { Draft } from '#contract/kernel/draft.ts';
import type { Messages } from '#contract/kernel/endpoint.ts';
import { type Consequence, isAgreed } from './consequence.tsx';
import type { HeadActions } from './head-actions.tsx';
import { type Opened, saveFirst } from './opened.ts';
import { type StatusSwitch, statusLabel } from './status-switch.ts';
import { useChange } from './use-change.ts';
import type { Versioned } from './use-record-form.ts';

/** Effect of a switch; `isReady` runs before the way on, and shows what is missing. */
export interface Switching {
  effect?: Consequence | undefined;
  isReady?: () => Promise<boolean>;
}

export function useStatusAction<R extends Versioned, S extends Draft>(
  opened: Opened<R, S>,
  { call, words, verbs, isOn, bodyOf, opposite }: StatusSwitch<R>,
  { effect, isReady, messages }: Switching & { messages: Messages | undefined },
): HeadActions {
  const { record, form } = opened;
  const change = useChange(opened, call, { messages, ...(opposite && { opposite }) });
  const [isChecking, setChecking] = useState(false);
  const wasOn = isOn(record);
  const verb = verbs[wasOn ? 1 : 0];
  // The effect is computed from the saved record, not from the typed values.
  const savesFirst = !wasOn && form.isDirty && !effect?.mend;
  const shown = savesFirst ? ({ text: `${verb}: your changes are saved first` } as const) : effect;
  const check = async () => {
    if (wasOn || !isReady) return true;
    setChecking(true);
    const isPassed = await isReady();
    setChecking(false);
    return isPassed;
  };
  const run = async () => {
    if (change.loading || !(await check())) return;
    // The way off is in the menu, which shows the effect.
    if (!wasOn && shown && !(await isAgreed(shown, opened))) return;
    const saved = wasOn ? record : await saveFirst(opened);
    if (!saved) return;
    await change.run(saved, (base) => bodyOf(base, !wasOn), {
      notYet: `It is not ${verb.toLowerCase().replace(/e?$/, 'ed')} yet.`,
      sets: { label: statusLabel, to: words[`${!wasOn}`], of: (one) => words[`${isOn(one)}`] },
    });
  };
  const action = {
    label: verb,
    run,
    effect: shown,
    isBusy: isChecking || change.loading || form.isSaving,
  };
  return wasOn ? { menu: [action] } : { primary: action };
}
