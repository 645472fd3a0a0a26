/** Types and labels shared by the screens of users. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { getUserProfile, listUsers, userDraft } from '#contract/user/endpoints.ts';
import type { RowOf } from '#kit/list/source.ts';
import type { Opened } from '#kit/record/opened.ts';

/** Row of the list. */
export type User = RowOf<typeof listUsers, 'users'>;

export type Profile = Reply<typeof getUserProfile>;

/** User of the open page, as its tabs get it. */
export type OpenUser = Opened<Profile, typeof userDraft>;

/** Path of the tab with the fields, sign-in, password, picture and sessions. */
export const accountTab = 'account';

/** Labels of course types. */
export const typeNames = { flexy: 'Flexy', 'fast-track': 'Fast-track' } as const;
