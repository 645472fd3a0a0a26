/** Sends calendar invitations: one with its link, or many with a result each. */
import { useRef, useState } from 'react';
import { createCalendarEvent, invitationMessages, type linkSources, sendSchedules } from '#contract/calendar.ts';
import type { Reply } from '#contract/kernel.ts';
import { ApiError } from '#kit/api/api-error.ts';
import { call } from '#kit/api/call.ts';
import { useAction, useTask } from '#kit/api/use-action.ts';

/** Errors of the last send, by section. */
type Refusals = Readonly<Record<string, string>>;

/** Classes per request: takes a few seconds even with many guests. */
export const batchSize = 20;

const reasonsOf = (failed: readonly { sectionId: string; error?: string | undefined }[]): Refusals =>
  Object.fromEntries(failed.map(({ sectionId, error = '' }) => [sectionId, error]));

type Sent = Reply<typeof sendSchedules>['events'];

/** @param shouldContinue called before each request with the number already sent; false stops */
async function sendInBatches(
  courseId: string,
  sectionIds: readonly string[],
  shouldContinue: (sent: number) => boolean,
) {
  const events: Sent = [];
  for (let from = 0; from < sectionIds.length && shouldContinue(from); from += batchSize) {
    const some = sectionIds.slice(from, from + batchSize).map((sectionId) => ({ sectionId }));
    events.push(...(await call(sendSchedules, { params: { id: courseId }, body: { events: some } })).events);
  }
  return events;
}

type LinkSource = (typeof linkSources)[number];

/** Whether invitations come with a meeting link. */
export const hasLinks = (links: LinkSource): links is Exclude<LinkSource, keyof typeof invitationMessages> =>
  !(links in invitationMessages);

const failedOf = (events: Sent) => events.filter(({ error }) => error !== undefined);

/** Number of sent invitations; throws an ApiError if some failed, were not attempted or are still pending. */
function outcomeOf(requested: number, events: Sent): number {
  const failed = failedOf(events).length;
  const waiting = events.filter(({ state, error }) => error === undefined && state !== 'sent').length;
  // Sent invitations stay sent: a retry does not notify anybody twice.
  if (failed > 0) throw new ApiError(409, `${failed} of ${requested} were not sent. It is safe to send them again.`);
  if (events.length < requested) throw new ApiError(0, `Stopped: ${events.length} of ${requested} were seen to.`);
  if (waiting > 0) throw new ApiError(504, `${waiting} of ${requested} are still being sent.`);
  return requested;
}

/** `create` sends one invitation, `send` many. `links`: source of the meeting links. */
export function useSending(courseId: string, links: LinkSource, refetch: () => Promise<unknown>) {
  const [refusals, setRefusals] = useState<Refusals>({});
  const [creating, setCreating] = useState<string>();
  const [done, setDone] = useState(0);
  const stopped = useRef(false);
  const one = useAction(createCalendarEvent, { messages: hasLinks(links) ? undefined : invitationMessages[links] });
  const many = useTask<readonly string[], number>({
    messages: links === 'unconfigured' ? invitationMessages[links] : sendSchedules.messages,
    changes: sendSchedules.area,
    perform: async (sectionIds) => {
      stopped.current = false;
      const events = await sendInBatches(courseId, sectionIds, (sent) => {
        setDone(sent);
        return !stopped.current;
      });
      setRefusals(reasonsOf(failedOf(events)));
      return outcomeOf(sectionIds.length, events);
    },
  });
  return {
    refusals,
    /** Section whose link is being created. */
    creating: one.loading ? creating : undefined,
    isSending: many.loading,
    /** Number processed before the latest request of `send`. */
    done,
    stop: () => {
      stopped.current = true;
    },
    async create(sectionId: string): Promise<void> {
      setCreating(sectionId);
      const outcome = await one.run({ params: { id: courseId, sectionId } });
      setRefusals(outcome.ok ? {} : { [sectionId]: outcome.error.message });
      await refetch();
    },
    async send(sectionIds: readonly string[]): Promise<boolean> {
      const outcome = await many.run(sectionIds);
      await refetch();
      return outcome.ok;
    },
  };
}
