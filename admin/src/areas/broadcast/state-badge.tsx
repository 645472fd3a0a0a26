/** Badge of a broadcast's state. */
import { Badge } from '#kit/display/badge.tsx';
import { type Broadcast, stateOf } from './broadcast-words.ts';

export function StateBadge(broadcast: Pick<Broadcast, 'state' | 'waitsUntil'>) {
  const [colour, words] = stateOf(broadcast);
  return <Badge colour={colour}>{words}</Badge>;
}
