/** Settings of a brand, which only superadmins see and change (ours). */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { endpoint, roles } from '../kernel/endpoint.ts';
import { id, money, version, whole } from '../kernel/fields.ts';
import { changeOf, storedFields } from '../kernel/record-endpoints.ts';
import { sellerFields } from '../payment/seller.ts';

/** Roles that can be required to give a second factor: all that can sign in. */
export const factorRoles = roles.filter((role) => role !== 'member');

/** Courses that instructors see and change (docs/decisions/0089). */
export const instructorCourses = {
  named: 'Only courses on which they are named',
  all: 'All courses',
} as const;

/** Holders of places of a course beside members and offers of its waiting list (docs/decisions/0133). */
export const seatHolders = {
  orders: 'Orders that are not paid yet',
  codes: 'Codes of companies that nobody has claimed',
} as const;

const hour = whole().min(0, 'From 0 to 23').max(23, 'From 0 to 23');

/** Form fields. */
export const brandSettingsDraft = z.object({
  instructorCourses: field(choice(instructorCourses), {
    label: 'Instructors see',
    hint: 'Applies to courses and everything in them: members, attendance, submissions, certificates, search and calendar.',
  }),
  secondFactorRoles: field(z.array(z.enum(factorRoles)).max(factorRoles.length).default([]), {
    label: 'Second factor required for',
    hint: 'These people add an app or a passkey at their next sign-in; who is signed in without one is asked within 15 minutes.',
    isOptional: false,
  }),
  heldSeats: field(z.array(choice(seatHolders)).max(2).default([]), {
    label: 'Places of courses are held by',
    hint: 'A held place is given to nobody else. Places that the waiting list offers are always held.',
    isOptional: false,
  }),
  quietFrom: field(hour.default(20), {
    label: 'No broadcasts from (hour)',
    hint: 'In Jakarta. Broadcasts wait until the quiet hours end; the same hour twice means none.',
  }),
  quietUntil: field(hour.default(8), { label: 'No broadcasts until (hour)' }),
  ...sellerFields,
  refundLimit: field(money.default(1_000_000), {
    label: 'Refunds without approval',
    hint: 'Up to this sum of an order, one person refunds; above it, a second one approves. Rp0: always.',
  }),
});

const all = { area: 'brand', roles: [], url: '/admin/brand/settings/', versioned: true } as const;
const settings = z.object({ id, ...storedFields(brandSettingsDraft.shape), version, updatedAt: z.string() });

export const getBrandSettings = endpoint({ ...all, method: 'GET', reply: settings });

/**
 * Changes the settings. 409 at `secondFactorRoles` if the caller requires a second factor and has none, and at what the
 * seller lacks if papers are to be issued by themselves or the brand is a PKP. They take effect
 * within a second, also for people who are signed in; a second factor with the next renewal of their token.
 */
export const updateBrandSettings = endpoint({
  ...all,
  method: 'PUT',
  stepUp: true,
  body: changeOf(brandSettingsDraft),
  reply: settings,
  messages: { ok: 'Settings saved', fail: 'The settings were not saved' },
});
