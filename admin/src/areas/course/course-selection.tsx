/** Selection of courses: publish and unpublish. */
import { lazy } from 'react';
import type { CourseType } from '#contract/course/rules.ts';
import { maxIds } from '#contract/kernel/fields.ts';
import type { Chosen } from '#admin-shared/batch/use-batch.ts';

const Actions = lazy(async () => ({ default: (await import('./publishing-actions.tsx')).PublishingActions }));

const selectionOf = (type: CourseType) => ({
  max: maxIds,
  takesAll: true,
  name: ({ name }: { name: string }) => name,
  actions: (chosen: Chosen) => <Actions chosen={chosen} type={type} />,
});

export const courseSelections = { flexy: selectionOf('flexy'), 'fast-track': selectionOf('fast-track') };
