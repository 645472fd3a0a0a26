/** Settings of a brand, which only superadmins see and change (ours). */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { id, version } from '../kernel/fields.ts';
import { storedFields } from '../kernel/record-endpoints.ts';

/** Courses that instructors see and change (docs/decisions/0089). */
export const instructorCourses = {
  named: 'Only courses on which they are named',
  all: 'All courses',
} as const;

/** Form fields. */
export const brandSettingsDraft = z.object({
  instructorCourses: field(choice(instructorCourses), {
    label: 'Instructors see',
    hint: 'Applies to courses and everything in them: members, attendance, submissions, certificates, search and calendar.',
  }),
});

const all = { area: 'brand', roles: [], url: '/admin/brand/settings/', versioned: true } as const;
const settings = z.object({ id, ...storedFields(brandSettingsDraft.shape), version, updatedAt: z.string() });

export const getBrandSettings = endpoint({ ...all, method: 'GET', reply: settings });

/** Replaces the settings. They take effect within a second, also for people who are signed in. */
export const updateBrandSettings = endpoint({
  ...all,
  method: 'PUT',
  stepUp: true,
  body: brandSettingsDraft,
  reply: settings,
  messages: { ok: 'Settings saved', fail: 'The settings were not saved' },
});
