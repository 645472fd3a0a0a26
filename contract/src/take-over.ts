/** Calls of a link whose items can be in one active owner at a time: take over and give back. */
import { z } from 'zod';
import { byIdOf, idOf } from './fields.ts';
import { type Area, type Messages, type Role, endpoint } from './kernel.ts';
import type { RecordKind } from './records.ts';

/** Other active owners that hold an item during the owner's period. */
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
  /** Changes of a take-over: links removed from other owners, and items newly assigned. */
  const taken = z.object({
    released: z.array(z.object({ id: idOf(owner), ids })).max(500, 'At most 500 at a time'),
    added: ids,
  });
  const call = { area, roles, params: byIdOf(owner), url };
  return {
    /**
     * Assigns the given items, and removes these and the already assigned ones from all conflicting owners; all or
     * nothing.
     */
    takeOver: endpoint({
      ...call,
      method: 'PUT',
      body: z
        .object({ [wireKey]: z.array(idOf(record)).max(500, 'At most 500 at a time').default([]) })
        .transform((wire) => ({ ids: wire[wireKey] ?? [] })),
      reply: taken.extend({ changed: z.int() }),
      messages: messages.takeOver,
    }),
    /** Undoes a take-over, given its reply; 409 if an item would then be in two active owners. */
    giveBack: endpoint({
      ...call,
      method: 'DELETE',
      body: taken,
      reply: z.object({ changed: z.int() }),
      messages: messages.giveBack,
    }),
  };
}
