/** Navigation, pages and records of bulk changes. */
import { IconListCheck } from '@tabler/icons-react';
import { listBatches } from '#contract/batch/endpoints.ts';
import { listProposals } from '#contract/integration/proposals.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'System',
      place: 3,
      label: 'Bulk changes',
      to: '/batch',
      icon: IconListCheck,
      opens: listBatches,
    },
  ],
  pages: {
    '/batch': page(() => import('./batch-list-page.tsx'), 'BatchListPage'),
    '/batch/proposals': page(() => import('./proposal-list-page.tsx'), 'ProposalListPage'),
    '/batch/proposals/$id': page(() => import('./proposal-page.tsx'), 'ProposalPage'),
    '/batch/$id': page(() => import('./batch-page.tsx'), 'BatchPage'),
  },
  records: { proposal: ['/batch/proposals', listProposals] },
};
