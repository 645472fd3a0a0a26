/** Filters of the list of users, which saved views keep: a saved view of people is a segment (docs/decisions/0081). */
import { z } from 'zod';
import { consentStates } from '../broadcast/consent.ts';
import { term } from '../kernel/access-term.ts';
import { choice } from '../kernel/draft.ts';
import { roles } from '../kernel/endpoint.ts';
import { day, filter, flag, idOf, searchField } from '../kernel/fields.ts';

export const accountStates = { active: 'Active', deactivated: 'Deactivated' } as const;
/** State of an account, as a filter. */
export const accountState = choice(accountStates);

/** Filters of the list; days are Jakarta's, both inclusive. All that are given must hold. */
export const peopleFilters = {
  role: filter(z.enum(roles), 'Role'),
  status: filter(accountState, 'Account'),
  /** Members of a course: those whom it was assigned to directly. */
  courseId: filter(idOf('course'), 'Course'),
  /** Members whose access to an assigned course or learning path, the one of the filters if there is one, ends soon or has ended. */
  access: filter(term, 'Access'),
  pathId: filter(idOf('learning-path'), 'Learning path'),
  hasCourse: filter(flag, 'Has a course'),
  /** `active`: one runs now; `ended`: none runs, but one did; `none`: never had one. */
  subscription: filter(choice({ active: 'Active', ended: 'Ended', none: 'Never had one' }), 'Subscription'),
  /** Members who have stopped learning (server/src/shared/at-risk.ts). */
  isAtRisk: filter(flag, 'At risk'),
  /** People with an order that waits for its payment. */
  isUnpaid: filter(flag, 'Unpaid order'),
  /** Consent to broadcasts; `unknown`: none is recorded. */
  mailConsent: filter(choice(consentStates), 'Consent to mail'),
  whatsappConsent: filter(choice(consentStates), 'Consent to WhatsApp'),
  tagId: filter(idOf('tag'), 'Tag'),
  joinedFrom: filter(day, 'Joined from'),
  joinedUntil: filter(day, 'Joined until'),
  hasSignedIn: filter(flag, 'Has signed in'),
  signedInFrom: filter(day, 'Last sign-in from'),
  signedInUntil: filter(day, 'Last sign-in until'),
  /** People of a saved view of the list of users, whoever owns it; 400 if there is none. */
  segment: filter(idOf('saved-view'), 'Segment'),
};

/** Filter of the list of users, without paging. */
export const peopleFilter = z.object({ search: searchField, ...peopleFilters });
export type PeopleFilter = z.output<typeof peopleFilter>;
