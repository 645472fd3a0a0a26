/** Timeline of a person (ours): what happened to them, from their records and the audit trail. */
import { choice } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, filter, listQuery, listReply } from '../kernel/fields.ts';
import { fixedSize } from '../kernel/page-size.ts';
import { timelineEntry } from '../kernel/timeline.ts';

/** Kinds of entries, by which the timeline can be filtered. */
export const userTimelineKinds = {
  access: 'Access',
  order: 'Orders',
  learning: 'Learning',
  submission: 'Submissions and certificates',
  subscription: 'Subscription',
  contact: 'Contact',
  account: 'Account',
} as const;
export type UserTimelineKind = keyof typeof userTimelineKinds;

/**
 * Lists what happened, newest first; lessons and quizzes once per course and day. Entries of the audit trail are the
 * latest 1,000 that concern the person; sign-ins and changes of the account are for those who may read the trail.
 */
export const listUserTimeline = endpoint({
  area: 'user',
  failsAs: 500,
  method: 'GET',
  url: '/admin/user/:id/timeline/',
  roles: ['admin', 'customer-service'],
  params: byIdOf('user'),
  query: listQuery({ kind: filter(choice(userTimelineKinds), 'Kind') }, fixedSize(50)).omit({ search: true }),
  reply: listReply('entries', timelineEntry),
});
