/** Badges and words of payouts, as list and page show them. */
import { type LineState, lineStates, payoutStates } from '#contract/payment/payouts.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';
import { formatDay } from '#kit/format/formats.ts';

export const PayoutBadge = ({ differing }: { differing: number }) => (
  <Badge colour={differing > 0 ? 'red' : 'green'}>{payoutStates[differing > 0 ? 'differs' : 'agrees']}</Badge>
);

const colours: Readonly<Record<LineState, BadgeColour>> = {
  agrees: 'green',
  amount: 'red',
  missing: 'red',
  foreign: 'grey',
};

export const LineBadge = ({ state }: { state: LineState }) => (
  <Badge colour={colours[state]}>{lineStates[state]}</Badge>
);

/** Text such as `At the bank on 12 Nov 2026`. */
export const arrivalText = (arrivedOn: string | null): string =>
  arrivedOn === null ? 'Not at the bank' : `At the bank on ${formatDay(arrivedOn)}`;
