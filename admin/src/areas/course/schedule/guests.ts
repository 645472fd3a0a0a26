/** Number of people that a class invites, and how many of them an action notifies. */
import type { ScheduledClass } from '#contract/course/calendar/endpoints.ts';

type Invited = Pick<ScheduledClass, 'event' | 'gmeetUrl'>;

/** Whether a class has an event without guests, which exists for its link only. */
export const isLinkOnly = ({ event }: Pick<Invited, 'event'>): boolean => event?.overrides.attendees?.length === 0;

/** Whether people have an invitation to the class. */
export const hasGuests = (one: Pick<Invited, 'event'>): boolean =>
  one.event !== null && one.event.state !== 'cancelled' && !isLinkOnly(one);

/** Number of guests once the class is sent: its own, or else `invitees`. */
export const guestsOf = ({ event }: Pick<Invited, 'event'>, invitees: number): number =>
  event?.overrides.attendees?.length || invitees;

/** Number of people that sending the class notifies: nobody who has the same invitation already. */
export function toNotify(one: Invited, invitees: number, hasLinks: boolean): number {
  const isCurrent = hasGuests(one) && one.event?.state === 'sent' && (one.gmeetUrl !== null || !hasLinks);
  return isCurrent ? (one.event?.waiting ?? 0) : guestsOf(one, invitees);
}
