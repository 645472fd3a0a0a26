/** Calls of a link whose items can be in one active owner at a time: take over, and end planned leavings. */
import { z } from 'zod';
import { byIdOf, idOf } from './fields.ts';
import { type Area, type Messages, type Role, endpoint } from './endpoint.ts';
import type { RecordKind } from './record-kinds.ts';

/** Other active owners that hold an item during the owner's period. */
export const holdersOf = (owner: RecordKind) =>
  z.array(
    z.object({ id: idOf(owner), name: z.string(), startDate: z.string().nullable(), endDate: z.string().nullable() }),
  );
export type Holder = z.infer<ReturnType<typeof holdersOf>>[number];

/** Discounts that an item leaves its own for, once they are active and have started; earliest first. */
export const leavingsTo = (owner: RecordKind) =>
  z.array(z.object({ id: idOf(owner), name: z.string(), startDate: z.string().nullable(), isActive: z.boolean() }));
export type Leaving = z.infer<ReturnType<typeof leavingsTo>>[number];

/** Fields of a row about other owners. */
export interface Contested {
  heldBy?: Holder[];
  leavesFor?: Leaving[];
}

/** Time at which items leave the other owners: when the taking owner becomes active, or at once. */
export const takingTimes = ['start', 'now'] as const;
export type TakingTime = (typeof takingTimes)[number];

/** Messages for taking items from other owners: at once, and when this one starts; and for leaving them there. */
export const takingMessages = (one: string) => ({
  takeOver: {
    ok: `Took {changed ${one}|${one}s} out of other discounts`,
    fail: `Fail to take ${one}s out of other discounts`,
  },
  plan: {
    ok: `{changed ${one} leaves|${one}s leave} the other discounts when this one starts`,
    fail: `Fail to take ${one}s out of other discounts`,
  },
  keep: {
    ok: `{changed ${one} stays|${one}s stay} in the other discounts`,
    fail: `Fail to keep ${one}s in the other discounts`,
  },
});

export type TakingMessages = { readonly [Key in keyof ReturnType<typeof takingMessages>]: Messages };

interface Entry {
  area: Area;
  roles: readonly Role[];
  owner: RecordKind;
  record: RecordKind;
  wireKey: string;
  url: `/${string}`;
  messages: TakingMessages;
}

/** Endpoints of taking items over from other owners, planned or at once, and of leaving them there after all. */
export function takeOverOf({ area, roles, owner, record, wireKey, url, messages }: Entry) {
  const call = { area, roles, params: byIdOf(owner), url };
  return {
    /**
     * Assigns the given items, and removes these and the already assigned ones from all conflicting owners; all or
     * nothing.
     * `start`: the items stay with the other owners until this owner is active; if it is active already, same as `now`.
     */
    takeOver: endpoint({
      ...call,
      method: 'PUT',
      body: z
        .object({
          [wireKey]: z.array(idOf(record)).max(500, 'At most 500 at a time').default([]),
          when: z.enum(takingTimes, 'Either "start" or "now"').default('now'),
        })
        .transform(({ when, ...wire }) => ({ ids: (wire[wireKey] ?? []) as string[], when: when as TakingTime })),
      recordsBatch: true,
      reply: z.object({ changed: z.int(), isPlanned: z.boolean() }),
      messages: messages.takeOver,
    }),
    /**
     * Ends the planned leavings to this owner. An active owner loses the items, because an item is in one active owner at
     * a time.
     */
    keep: endpoint({
      ...call,
      url: `${url}planned/`,
      method: 'DELETE',
      reply: z.object({ changed: z.int() }),
      messages: messages.keep,
    }),
  };
}
