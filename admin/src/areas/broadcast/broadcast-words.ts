/** Broadcasts in words: colours of states, and numbers of people. Pure. */
import {
  type BroadcastState,
  type DeliveryState,
  broadcastStates,
  type broadcasts,
  deliveryStates,
} from '#contract/broadcast/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { BadgeColour } from '#kit/display/badge.tsx';
import { formatNumber, formatShortMinute } from '#kit/format/formats.ts';
import type { RowOf } from '#kit/list/source.ts';

export type Broadcast = RowOf<typeof broadcasts.list, 'broadcasts'>;
export type OpenBroadcast = Reply<typeof broadcasts.get>;

const stateColours: Readonly<Record<BroadcastState, BadgeColour>> = {
  draft: 'grey',
  sending: 'blue',
  done: 'green',
  stopped: 'red',
};

/** "Waits until 28 Nov 2026, 08.00" in quiet hours. */
export const stateOf = ({ state, waitsUntil }: Pick<Broadcast, 'state' | 'waitsUntil'>): [BadgeColour, string] =>
  waitsUntil
    ? ['yellow', `Waits until ${formatShortMinute(waitsUntil)}`]
    : [stateColours[state], broadcastStates[state]];

export const deliveryColours: Readonly<Record<DeliveryState, BadgeColour>> = {
  queued: 'yellow',
  unknown: 'yellow',
  sent: 'blue',
  delivered: 'green',
  read: 'green',
  failed: 'red',
  skipped: 'grey',
};

const states = Object.keys(deliveryStates) as DeliveryState[];

/** "3 sent · 1 skipped"; states without people are left out. */
export const resultOf = ({ figures }: Pick<Broadcast, 'figures'>): string =>
  states
    .filter((state) => figures[state] > 0)
    .map((state) => `${formatNumber(figures[state])} ${deliveryStates[state].toLowerCase()}`)
    .join(' · ');
