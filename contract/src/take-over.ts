/** The calls of a link whose items are in one active owner at a time: taking what others hold, and giving it back. */
import { z } from 'zod';
import { byIdOf, idOf } from './fields.ts';
import { type Area, type Messages, type Role, endpoint } from './kernel.ts';
import type { RecordKind } from './records.ts';

/** The other active owners that hold an item while the owner's period runs. */
export const holdersOf = (owner: RecordKind) =>
  z.array(
    z.object({ id: idOf(owner), name: z.string(), startDate: z.string().nullable(), endDate: z.string().nullable() }),
  );
export type Holder = z.infer<ReturnType<typeof holdersOf>>[number];

interface Entry {
  area: Area;
  roles: readonly Role[];
  owner: RecordKind;
  record: RecordKind;
  wireKey: string;
  url: `/${string}`;
  messages: { takeOver: Messages; giveBack: Messages };
}

export function takeOverOf({ area, roles, owner, record, wireKey, url, messages }: Entry) {
  const ids = z.array(idOf(record)).max(500, 'At most 500 at a time');
  /** What others lost, and what was not there before. */
  const taken = z.object({
    released: z.array(z.object({ id: idOf(owner), ids })).max(500, 'At most 500 at a time'),
    added: ids,
  });
  const call = { area, roles, params: byIdOf(owner), url };
  return {
    /** Takes what it has, and these items, which it is given too, out of every other owner in the way: all or nothing. */
    takeOver: endpoint({
      ...call,
      method: 'PUT',
      body: z
        .object({ [wireKey]: z.array(idOf(record)).max(500, 'At most 500 at a time').default([]) })
        .transform((wire) => ({ ids: wire[wireKey] ?? [] })),
      reply: taken.extend({ changed: z.int() }),
      messages: messages.takeOver,
    }),
    /** Takes back what that answered, unless an item would be in two active owners then. */
    giveBack: endpoint({
      ...call,
      method: 'DELETE',
      body: taken,
      reply: z.object({ changed: z.int() }),
      messages: messages.giveBack,
    }),
  };
}
