/** Selection of learning paths: publish and unpublish. */
import { lazy } from 'react';
import { maxIds } from '#contract/kernel/fields.ts';

export const pathSelection = {
  max: maxIds,
  takesAll: true,
  name: ({ name }: { name: string }) => name,
  actions: lazy(async () => ({ default: (await import('./path-actions.tsx')).PathActions })),
};
