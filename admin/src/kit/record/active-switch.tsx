/** Switch for records with an active status (discount, voucher). Shows the new state immediately. */
import { Switch } from '@mantine/core';
import { useState } from 'react';
import type { Draft } from '#contract/kernel/draft.ts';
import { type Consequence, WithConsequence, isAgreed } from './consequence.tsx';
import { type Opened, saveFirst } from './opened.ts';
import { useChange } from './use-change.ts';
import type { Switching, Versioned } from './use-record-form.ts';

interface Props<R extends Versioned, S extends Draft> {
  switched: Switching<R>;
  opened: Opened<R, S>;
  consequence?: Consequence | undefined;
}

const words = { true: 'Active', false: 'Inactive' };
const inWords = (isOn: boolean) => words[`${isOn}`];

/** Label and values in the record's history. */
export const switchTrail = { labels: { isActive: 'Status' }, words: { isActive: words } };

export function ActiveSwitch<R extends Versioned, S extends Draft>({ switched, opened, consequence }: Props<R, S>) {
  const { record } = opened;
  const toggle = useChange(opened, switched.call);
  /** State chosen by the person, until the request has finished. */
  const [pendingState, setPendingState] = useState<boolean>();
  const isOn = pendingState ?? switched.isOn(record);
  // The effect is computed from the saved record, not from unsaved values.
  const savesFirst = !isOn && opened.form.isDirty && !consequence?.mend;
  const effect = savesFirst ? ({ text: 'Switch on: your changes are saved first' } as const) : consequence;
  const change = async () => {
    if (pendingState !== undefined) return;
    if (effect && !(await isAgreed(effect, opened))) return;
    setPendingState(!isOn);
    const saved = isOn ? record : await saveFirst(opened);
    if (saved)
      await toggle.run(
        saved,
        { status: isOn ? 0 : 1 },
        {
          notYet: isOn ? 'It is not switched off yet.' : 'It is not switched on yet.',
          sets: { label: switchTrail.labels.isActive, to: inWords(!isOn), of: (one) => inWords(switched.isOn(one)) },
        },
      );
    setPendingState(undefined);
  };
  const press = consequence?.mend ?? (() => void change());
  return (
    <WithConsequence of={effect}>
      {(props) => (
        <Switch {...props} label="Active" checked={isOn} aria-busy={pendingState !== undefined} onChange={press} />
      )}
    </WithConsequence>
  );
}
