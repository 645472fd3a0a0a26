/** Navigation and pages of payments: refunds, papers, and their file for Coretax. */
import { IconFileInvoice, IconReceiptRefund } from '@tabler/icons-react';
import { listPapers } from '#contract/payment/papers.ts';
import { listRefunds } from '#contract/payment/refunds.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'Payments',
      place: 3,
      label: 'Refunds',
      to: '/payment/refunds',
      icon: IconReceiptRefund,
      opens: listRefunds,
    },
    { group: 'Payments', place: 5, label: 'Invoices', to: '/order/papers', icon: IconFileInvoice, opens: listPapers },
  ],
  pages: {
    '/payment/refunds': page(() => import('./refunds/refunds-page.tsx'), 'RefundsPage'),
    '/order/papers': page(() => import('./papers/papers-page.tsx'), 'PapersPage'),
    '/order/papers/coretax': page(() => import('./papers/coretax-page.tsx'), 'CoretaxPage'),
  },
};
