/** Navigation and pages of payments: differences, bank transfers, refunds, papers, and their file for Coretax. */
import { IconBuildingBank, IconFileInvoice, IconReceiptRefund, IconScale } from '@tabler/icons-react';
import { listBankLines } from '#contract/payment/bank/lines.ts';
import { getDifference, listDifferences } from '#contract/payment/differences.ts';
import { listPapers } from '#contract/payment/papers.ts';
import { listRefunds } from '#contract/payment/refunds.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'Payments',
      place: 1,
      label: 'Differences',
      to: '/payment/differences',
      icon: IconScale,
      opens: listDifferences,
    },
    {
      group: 'Payments',
      place: 3,
      label: 'Refunds',
      to: '/payment/refunds',
      icon: IconReceiptRefund,
      opens: listRefunds,
    },
    { group: 'Payments', place: 2, label: 'Bank transfers', to: '/payment/statements', icon: IconBuildingBank, opens: listBankLines }, // prettier-ignore
    { group: 'Payments', place: 5, label: 'Invoices', to: '/order/papers', icon: IconFileInvoice, opens: listPapers },
  ],
  beside: {
    'payment-difference': [
      getDifference,
      async () => (await import('./differences/difference-beside.tsx')).DifferenceEvidence,
    ],
  },
  pages: {
    '/payment/differences': page(() => import('./differences/differences-page.tsx'), 'DifferencesPage'),
    '/payment/refunds': page(() => import('./refunds/refunds-page.tsx'), 'RefundsPage'),
    '/payment/statements': page(() => import('./bank/lines-page.tsx'), 'LinesPage'),
    '/payment/statements/list': page(() => import('./bank/statements-page.tsx'), 'StatementsPage'),
    '/payment/statements/import': page(() => import('./bank/import-page.tsx'), 'StatementImportPage'),
    '/order/papers': page(() => import('./papers/papers-page.tsx'), 'PapersPage'),
    '/order/papers/coretax': page(() => import('./papers/coretax-page.tsx'), 'CoretaxPage'),
  },
};
