/** Peek configuration of users. */
import { getUserProfile } from '#contract/user/endpoints.ts';
import { peekOf } from '#kit/list/peek.ts';

export const userPeek = peekOf(getUserProfile, {
  what: 'user',
  to: '/user',
  title: ({ name }: { name: string }) => name,
  content: async () => (await import('./user-beside.tsx')).UserBeside,
});
