/** Form of the panel: holder, next follow-up and note in one; saved in one call, and the next order opens. */
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { listDeskPeople } from '#contract/order-tracking/desk.ts';
import type { ApiError } from '#kit/api/api-error.ts';
import { subject } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { commandKey, type Keys, usePageKeys } from '#kit/feedback/keys.ts';
import { DayInput } from '#kit/form/day-input.tsx';
import { momentsAt } from '#kit/form/use-date-text.ts';
import { formatLongMinute, formatShortMinute } from '#kit/format/formats.ts';
import { rowOf } from '#kit/list/row-focus.ts';
import { useNextRow } from '#kit/list/use-next-row.ts';
import { useWindowEvent } from '#kit/use-window-event.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import { useDeskOrder } from './desk-state.ts';
import { focusNextField, isAtPanel, takeFocus } from './order-peek.ts';
import { useOpenDesk } from './use-desk.ts';
import { seenOf, useWorkDraft, workOf } from './work-draft.ts';
import classes from './desk.module.css';

const atNine = momentsAt('09:00');
const keys: Keys = [[`${commandKey}Enter`, 'Done: save, and open the next order']];

/** Opens the panel of the next row, also of the next page, with the focus in the same field or on the row; false if there is none. */
function useNext(id: string) {
  const goOn = useNextRow();
  return (form: HTMLFormElement): boolean => {
    const at = [...form.elements].findIndex((element) => element === document.activeElement);
    focusNextField(at < 0 ? undefined : (other) => other.elements[at]);
    const isNext = goOn(id);
    if (!isNext) focusNextField(undefined);
    return isNext;
  };
}

/** Saves the draft, if there is one, and goes on if nothing is left of it. `problem` says why it stayed. */
function useDone(order: TrackingOrder) {
  const desk = useOpenDesk();
  const stored = seenOf(useDeskOrder(order.id));
  const { draft, change, drop, dropSaved } = useWorkDraft(order.id);
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  const next = useNext(order.id);
  const work = workOf(draft, stored);
  const isDirty = Object.keys(work).length > 0;
  const done = async (form: HTMLFormElement) => {
    if (isSaving) return;
    if (isDirty) {
      setSaving(true);
      const outcome = await desk.work(order, work);
      setSaving(false);
      if (!outcome?.ok)
        return setProblem(outcome ? problemOf(outcome.error) : 'Not saved: the ID of this order is not allowed.');
      if (dropSaved(draft, seenOf(outcome.reply)))
        return setProblem('Saved, except for what you filled in since then.');
    } else {
      drop();
      desk.pass?.();
    }
    // Somebody who has left the order meanwhile is at work elsewhere.
    if (!form.isConnected) return;
    setProblem(next(form) ? '' : 'Done. This is the last order of the list.');
  };
  const set = (values: Parameters<typeof change>[0]) => {
    setProblem('');
    change(values, stored);
  };
  return { draft, stored, set, drop, done, refuse: setProblem, isDirty, isSaving, problem };
}

const problemOf = ({ conflict, message }: ApiError) =>
  conflict ? `${conflict.by} changed this order just now. Look again, then press Done once more.` : message;

/** `children`: the message. */
export function WorkForm({ order, children }: { order: TrackingOrder; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const { draft, stored, set, drop, done, refuse, isDirty, isSaving, problem } = useDone(order);
  const followUp = draft.followUp ?? stored.followUp;
  const isReadable = followUp === '' || atNine.partsOf(followUp) !== undefined;
  const submit = () => {
    if (!isReadable) refuse('The next follow-up is not a date yet.');
    else if (form.current) void done(form.current);
  };
  usePageKeys(keys);
  useEffect(() => {
    if (form.current) takeFocus(form.current);
  }, []);
  useWindowEvent('keydown', (event) => {
    const at = event.target instanceof Element ? event.target : document.body;
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    if (at.closest('[role="dialog"], [role="menu"]') || !(isAtPanel(at) || rowOf(at))) return;
    event.preventDefault();
    submit();
  });
  return (
    <form
      ref={form}
      className={classes['work']}
      aria-label="Work on the order"
      aria-busy={isSaving}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes['pair']}>
        <Holder value={draft.holder ?? stored.holder} set={(holder) => set({ holder })} />
        <DayInput
          label="Next follow-up"
          kind={atNine}
          value={followUp}
          set={(at) => set({ followUp: at })}
          example="besok 10.00"
          inWords={formatLongMinute}
        />
      </div>
      <Textarea
        label="Note"
        placeholder="What was agreed, what to ask next"
        description={stored.note && `Last: ${stored.note}`}
        maxLength={2000}
        rows={2}
        classNames={{ input: classes['note'] }}
        data-peek-field
        value={draft.note ?? ''}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
      {children}
      <Changed seen={isDirty ? draft.seen : undefined} stored={stored} />
      <div className={classes['done']}>
        <span role="status">{problem || (isDirty ? 'Not saved yet' : '')}</span>
        {isDirty && (
          <Button size="xs" variant="subtle" color="gray" onClick={drop}>
            Discard
          </Button>
        )}
        <Button size="xs" type="submit" loading={isSaving} aria-keyshortcuts="Control+Enter">
          Done, next
        </Button>
      </div>
    </form>
  );
}

interface HolderProps {
  value: string;
  set: (holder: string) => void;
}

function Holder({ value, set }: HolderProps) {
  const { data } = useCall(listDeskPeople, {});
  const people = data?.people ?? [];
  const nameOf = ({ userId, name }: { userId: string; name: string }) =>
    userId === subject() ? `${name} (you)` : name;
  const own = people.filter(({ userId }) => userId === subject());
  const others = people.filter(({ userId }) => userId !== subject());
  const choices = [...own, ...others].map((person) => ({ value: person.userId, label: nameOf(person) }));
  const isKnown = value === '' || choices.some((choice) => choice.value === value);
  return (
    <NativeSelect
      label="Holder"
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      data={[{ value: '', label: 'Nobody' }, ...choices, ...(isKnown ? [] : [{ value, label: 'Former staff' }])]}
    />
  );
}

type Seen = ReturnType<typeof seenOf>;

/** Changes by others since the draft was begun. */
function Changed({ seen, stored }: { seen: Seen | undefined; stored: Seen }) {
  if (!seen) return null;
  const changes = [
    seen.holder !== stored.holder && 'the holder',
    seen.followUp !== stored.followUp &&
      `the next follow-up${stored.followUp ? ` to ${formatShortMinute(stored.followUp)}` : ', which is removed'}`,
    seen.note !== stored.note && 'the note',
  ].filter(Boolean);
  return changes.length === 0 ? null : (
    <p className={classes['changed']} role="status">
      Changed since you began: {changes.join(', ')}. What you filled in replaces it.
    </p>
  );
}
