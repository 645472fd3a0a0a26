/** Reason why a person gets no message, as a link to where that can be changed. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type BroadcastSkip, broadcastSkips } from '#contract/broadcast/endpoints.ts';

interface Props {
  reason: BroadcastSkip;
  person: { userId: string; phoneNumber: string };
}

/** Reasons that a change of the person does not end. */
const isFinal = (reason: BroadcastSkip) => reason === 'already' || reason === 'stopped' || reason === 'no-window';

export function SkipReason({ reason, person: { userId, phoneNumber } }: Props) {
  const words = broadcastSkips[reason];
  if (isFinal(reason)) return words;
  const link =
    reason === 'same-phone'
      ? { to: '/user', search: { search: phoneNumber } }
      : { to: '/user/$id', params: { id: userId } };
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} {...link} />}>
      {words}
    </Anchor>
  );
}
