/** Sends calendar invitations: one with its link, or many with a result each. */
import { useRef, useState } from 'react';
import {
  createCalendarEvent,
  invitationMessages,
  type linkSources,
  type ScheduledClass,
  sendSchedules,
} from '#contract/course/calendar/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { ApiError } from '#kit/api/api-error.ts';
import { call } from '#kit/api/call.ts';
import { useAction, useTask } from '#kit/api/use-action.ts';
import type { Guests } from './create-link.tsx';
import { isLinkOnly } from './guests.ts';

/** Errors of the last send, by section. */
type Refusals = Readonly<Record<string, string>>;

/** Classes per request: takes a few seconds even with many guests. */
export const batchSize = 20;

const reasonsOf = (failed: readonly { sectionId: string; error?: string | undefined }[]): Refusals =>
  Object.fromEntries(failed.map(({ sectionId, error = '' }) => [sectionId, error]));

type ToSend = Pick<ScheduledClass, 'sectionId' | 'event'>;

/** A class that has only a link gets its guests. */
const eventOf = (one: ToSend) => ({ sectionId: one.sectionId, ...(isLinkOnly(one) && { attendees: null }) });

type Sent = Reply<typeof sendSchedules>['events'];

/** @param shouldContinue called before each request with the number already sent; false stops */
async function sendInBatches(courseId: string, classes: readonly ToSend[], shouldContinue: (sent: number) => boolean) {
  const events: Sent = [];
  for (let from = 0; from < classes.length && shouldContinue(from); from += batchSize) {
    const some = classes.slice(from, from + batchSize).map(eventOf);
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
  const many = useTask<readonly ToSend[], number>({
    messages: links === 'unconfigured' ? invitationMessages[links] : sendSchedules.messages,
    writes: true,
    perform: async (classes) => {
      stopped.current = false;
      const events = await sendInBatches(courseId, classes, (sent) => {
        setDone(sent);
        return !stopped.current;
      });
      setRefusals(reasonsOf(failedOf(events)));
      return outcomeOf(classes.length, events);
    },
  });
  return {
    refusals,
    /** Section whose link is being created. */
    creating: one.loading ? creating : undefined,
    isSending: many.loading,
    /** Number processed before the latest request of `send`. */
    done,
    stop: () => void (stopped.current = true),
    async create(sectionId: string, guests: Guests): Promise<boolean> {
      setCreating(sectionId);
      const outcome = await one.run({ params: { id: courseId, sectionId }, body: guests });
      setRefusals(outcome.ok ? {} : { [sectionId]: outcome.error.message });
      await refetch();
      return outcome.ok;
    },
    async send(classes: readonly ToSend[]): Promise<boolean> {
      const outcome = await many.run(classes);
      await refetch();
      return outcome.ok;
    },
  };
}
