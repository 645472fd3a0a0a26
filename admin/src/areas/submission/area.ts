/** Navigation, pages and records of submissions. */
import { IconClipboardCheck } from '@tabler/icons-react';
import { getSubmission, listSubmissions } from '#contract/submission/endpoints.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'Review',
      place: 1,
      label: 'Submissions',
      to: '/submission',
      icon: IconClipboardCheck,
      opens: listSubmissions,
    },
  ],
  pages: {
    '/submission': page(() => import('./submission-list-page.tsx'), 'SubmissionListPage'),
    '/submission/$id': page(() => import('./submission-page.tsx'), 'SubmissionPage'),
  },
  beside: { submission: [getSubmission, async () => (await import('./submission-beside.tsx')).SubmissionBeside] },
  found: {
    submission: { to: '/submission', one: 'Submission' },
  },
};
