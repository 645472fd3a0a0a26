/** Turns on and off what has a status of its own: a discount, a voucher. It shows at once what was chosen. */
import { Switch } from '@mantine/core';
import { useState } from 'react';
import type { Draft } from '#contract/draft.ts';
import { DiscountStatus } from '#contract/price.ts';
import { type Consequence, WithConsequence } from './consequence.tsx';
import type { Opened } from './opened.ts';
import { saveFirst } from './save-first.ts';
import { useChange } from './use-change.ts';
import type { Switching, Versioned } from './use-record-form.ts';

interface Props<R extends Versioned, S extends Draft> {
  switched: Switching<R>;
  opened: Opened<R, S>;
  /** What pressing it does. */
  effect?: Consequence | undefined;
}

const words = { true: 'Active', false: 'Inactive' };
const inWords = (isOn: boolean) => words[`${isOn}`];

/** How its history tells it. */
export const switchTrail = { labels: { isActive: 'Status' }, words: { isActive: words } };

export function ActiveSwitch<R extends Versioned, S extends Draft>({ switched, opened, effect }: Props<R, S>) {
  const { record } = opened;
  const toggle = useChange(opened, switched.call);
  const isActive = (one: R) => switched.statusOf(one) !== DiscountStatus.INACTIVE;
  /** What was chosen last, until it is so, or refused. */
  const [wanted, setWanted] = useState<boolean>();
  const isOn = wanted ?? isActive(record);
  const change = async () => {
    if (wanted !== undefined) return;
    setWanted(!isOn);
    const present = isOn ? record : await saveFirst(opened);
    if (present)
      await toggle.run(
        present,
        { status: isOn ? 0 : 1 },
        {
          notYet: isOn ? 'It is not switched off yet.' : 'It is not switched on yet.',
          sets: { label: switchTrail.labels.isActive, to: inWords(!isOn), of: (one) => inWords(isActive(one)) },
        },
      );
    setWanted(undefined);
  };
  const press = effect?.mend ?? (() => void change());
  // What it does is known of what is saved alone.
  const savesFirst = !isOn && opened.form.isDirty && !effect?.mend;
  return (
    <WithConsequence of={savesFirst ? { text: 'Your changes are saved first' } : effect}>
      {(told) => <Switch {...told} label="Active" checked={isOn} aria-busy={wanted !== undefined} onChange={press} />}
    </WithConsequence>
  );
}
