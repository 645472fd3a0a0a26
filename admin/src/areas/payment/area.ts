/** Navigation and pages of payments: papers, and their file for Coretax. */
import { IconFileInvoice } from '@tabler/icons-react';
import { listPapers } from '#contract/payment/papers.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    { group: 'Payments', place: 5, label: 'Invoices', to: '/order/papers', icon: IconFileInvoice, opens: listPapers },
  ],
  pages: {
    '/order/papers': page(() => import('./papers/papers-page.tsx'), 'PapersPage'),
    '/order/papers/coretax': page(() => import('./papers/coretax-page.tsx'), 'CoretaxPage'),
  },
};
