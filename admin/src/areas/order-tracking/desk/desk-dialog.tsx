/** Desk dialog of one order: holder, next follow-up, note, message, and timeline. */
import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { listDeskPeople } from '#contract/order-tracking/desk.ts';
import { subject } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { DayInput } from '#kit/form/day-input.tsx';
import { momentsAt } from '#kit/form/use-date-text.ts';
import { useLeaving } from '#kit/form/use-leaving.ts';
import { formatLongMinute } from '#kit/format/formats.ts';
import { useOptimisticStatus } from '../pending-status.ts';
import { type TrackingOrder, customerLabel } from '#admin-shared/order-tracking/tracking-order.ts';
import { useDeskOrder, usePresent, useTemplates } from './desk-state.ts';
import { DeskTimeline } from './timeline.tsx';
import { Here } from './presence.tsx';
import { chatLink, messageOf, templatesFor } from './message.ts';
import type { Desk } from './use-desk.ts';
import classes from './desk.module.css';

interface Props {
  order: TrackingOrder;
  desk: Desk;
}

export function DeskDialog({ order, desk, at, close }: Props & { at?: 'note' | undefined; close: () => void }) {
  const [note, setNote] = useState('');
  const { leave, closeOnEscape } = useLeaving({ isDirty: note.trim() !== '', discard: () => undefined }, close);
  const save = async () => {
    if (await desk.note(order, note)) close();
  };
  return (
    <Dialog onClose={leave} title={`Desk of ${customerLabel(order)}`} size="lg" closeOnEscape={closeOnEscape}>
      <Stack gap="lg">
        <Holder order={order} desk={desk} />
        <FollowUp order={order} desk={desk} />
        <Message order={order} desk={desk} />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (note.trim()) void save();
          }}
        >
          <Textarea
            label="Note"
            placeholder="What was agreed, what to ask next"
            maxLength={2000}
            autosize
            minRows={2}
            data-autofocus={at === 'note' || undefined}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
            }}
          />
          <Button type="submit" size="xs" mt="xs" aria-keyshortcuts="Control+Enter">
            Save note
          </Button>
        </form>
        <DeskTimeline order={order} />
      </Stack>
    </Dialog>
  );
}

function Holder({ order, desk }: Props) {
  const claimedBy = useDeskOrder(order.id)?.claimedBy ?? null;
  const isOwn = claimedBy?.userId === subject();
  const here = usePresent(order.id);
  const { data } = useCall(listDeskPeople, {});
  const [chosen, choose] = useState('');
  const others = data?.people.filter(({ userId }) => userId !== claimedBy?.userId) ?? [];
  return (
    <div>
      <Text mb={6}>
        {claimedBy ? `${isOwn ? 'You have' : `${claimedBy.name} has`} this order.` : 'Nobody has this order.'}{' '}
        <Here people={here} />
      </Text>
      <div className={classes['row']}>
        <NativeSelect
          label="Hand over to"
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            { value: '', label: 'Choose a person' },
            ...others.map(({ userId, name }) => ({
              value: userId,
              label: userId === subject() ? `${name} (you)` : name,
            })),
          ]}
        />
        <Button
          variant="default"
          onClick={() => {
            if (chosen) void desk.handOver(order, chosen).then((isDone) => isDone && choose(''));
          }}
        >
          Hand over
        </Button>
        {(isOwn || !claimedBy) && (
          <Button variant="default" onClick={() => desk.claim(order)}>
            {isOwn ? 'Release' : 'Claim'}
          </Button>
        )}
      </div>
    </div>
  );
}

const atNine = momentsAt('09:00');

function FollowUp({ order, desk }: Props) {
  const followUpAt = useDeskOrder(order.id)?.followUpAt ?? '';
  const [typed, type] = useState<string>();
  const value = typed ?? followUpAt;
  const save = (at: string | null) => void desk.followUp(order, at).then((isDone) => isDone && type(undefined));
  return (
    <div className={classes['row']}>
      <DayInput
        label="Next follow-up"
        kind={atNine}
        value={value}
        set={type}
        example="besok 10.00"
        inWords={formatLongMinute}
      />
      <Button
        variant="default"
        onClick={() => {
          if (value === '' || atNine.partsOf(value)) save(value || null);
        }}
      >
        Save follow-up
      </Button>
      {followUpAt && (
        <Button variant="default" onClick={() => save(null)}>
          Remove
        </Button>
      )}
    </div>
  );
}

function Message({ order, desk }: Props) {
  const status = useOptimisticStatus(order);
  const all = useTemplates();
  const fitting = templatesFor(all, status);
  const [chosen, choose] = useState<string>();
  const template = all.find(({ templateId }) => templateId === chosen) ?? fitting[0];
  const href = chatLink(order, status, template);
  const others = all.filter((one) => !fitting.includes(one));
  const choices = [...fitting, ...others].map(({ templateId, name }) => ({ value: templateId, label: name }));
  return (
    <div>
      {template && (
        <>
          <NativeSelect
            label="WhatsApp template"
            value={template.templateId}
            onChange={(event) => choose(event.currentTarget.value)}
            data={choices}
            mb="xs"
          />
          <p className={classes['preview']} data-preview>
            {messageOf(template, order)}
          </p>
        </>
      )}
      {href ? (
        <Button
          component="a"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          size="xs"
          mt="xs"
          onClick={() => desk.contacted(order, template?.templateId ?? null)}
        >
          Write on WhatsApp
        </Button>
      ) : (
        <Text mt="xs" c="dimmed">
          The phone is no number that WhatsApp takes.
        </Text>
      )}
    </div>
  );
}
