/** Navigation and pages of payments: papers, and their file for Coretax. */
import { IconBuildingBank, IconFileInvoice } from '@tabler/icons-react';
import { listBankLines } from '#contract/payment/bank/lines.ts';
import { listPapers } from '#contract/payment/papers.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    { group: 'Payments', place: 2, label: 'Bank transfers', to: '/payment/statements', icon: IconBuildingBank, opens: listBankLines }, // prettier-ignore
    { group: 'Payments', place: 5, label: 'Invoices', to: '/order/papers', icon: IconFileInvoice, opens: listPapers },
  ],
  pages: {
    '/payment/statements': page(() => import('./bank/lines-page.tsx'), 'LinesPage'),
    '/payment/statements/list': page(() => import('./bank/statements-page.tsx'), 'StatementsPage'),
    '/payment/statements/import': page(() => import('./bank/import-page.tsx'), 'StatementImportPage'),
    '/order/papers': page(() => import('./papers/papers-page.tsx'), 'PapersPage'),
    '/order/papers/coretax': page(() => import('./papers/coretax-page.tsx'), 'CoretaxPage'),
  },
};
