/** Draft of work on an order: what was filled in and is not saved yet. It stays with its order, also over a reload. */
import { useState } from 'react';
import type { DeskOrder, DeskWork } from '#contract/order-tracking/desk.ts';
import { subject } from '#kit/api/session.ts';
import { dropDraft, hasDraft, readDraft, storeDraft } from '#kit/form/stored-draft.ts';
import { sharedValue } from '#kit/shared-value.ts';

/** Values that work replaces, as they were when the draft was begun. */
interface Seen {
  holder: string;
  followUp: string;
  note: string;
}

/** Filled-in fields; absent ones are as stored. `followUp` is an ISO instant, '' or text that is no date. */
interface WorkDraft extends Partial<Seen> {
  seen?: Seen;
}

const nameOf = (id: string) => `tracking/${id}`;

/** Counts the changes of drafts. */
const changes = sharedValue(0);

/** Whether an order has a draft. */
export const useHasDraft = (id: string): boolean => changes.use(() => hasDraft(nameOf(id)));

export const seenOf = (state: DeskOrder | undefined): Seen => ({
  holder: state?.claimedBy?.userId ?? '',
  followUp: state?.followUpAt ?? '',
  note: state?.note ?? '',
});

/** Work that the draft asks for; no keys if nothing would change. */
export function workOf({ note = '', followUp, holder }: WorkDraft, stored: Seen): DeskWork {
  const isClaim = holder === subject() && stored.holder === '';
  return {
    ...(note.trim() && { note: note.trim() }),
    ...(followUp !== undefined && followUp !== stored.followUp && { followUpAt: followUp || null }),
    ...(holder !== undefined && holder !== stored.holder && (isClaim ? { claim: true } : { holder: holder || null })),
  };
}

export function useWorkDraft(id: string) {
  const [draft, setDraft] = useState<WorkDraft>(() => readDraft(nameOf(id)) ?? {});
  const write = (next: WorkDraft) => {
    setDraft(next);
    if (next.seen) storeDraft(nameOf(id), next);
    else dropDraft(nameOf(id));
    changes.set(changes.get() + 1);
  };
  return {
    draft,
    /** `stored`: the values that are shown now. */
    change: (values: Partial<Seen>, stored: Seen) => write({ seen: stored, ...draft, ...values }),
    drop: () => write({}),
    /** Drops what was saved. Keeps what was filled in since then, and returns whether there is any. */
    dropSaved: (saved: WorkDraft, stored: Seen): boolean => {
      const now = Object.entries(readDraft<WorkDraft>(nameOf(id)) ?? {});
      const rest: Partial<Seen> = Object.fromEntries(
        now.filter(([key, value]) => key !== 'seen' && value !== saved[key as keyof Seen]),
      );
      const isLeft = Object.keys(workOf(rest, stored)).length > 0;
      write(isLeft ? { ...rest, seen: stored } : {});
      return isLeft;
    },
  };
}
