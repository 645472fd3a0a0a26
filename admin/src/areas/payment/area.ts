/** Navigation and pages of payments: refunds, payouts, papers, and their file for Coretax. */
import { IconBuildingBank, IconFileInvoice, IconReceiptRefund } from '@tabler/icons-react';
import { listPapers } from '#contract/payment/papers.ts';
import { getPayout, listPayouts } from '#contract/payment/payouts.ts';
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
    {
      group: 'Payments',
      place: 4,
      label: 'Payouts',
      to: '/payment/payouts',
      icon: IconBuildingBank,
      opens: listPayouts,
    },
    { group: 'Payments', place: 5, label: 'Invoices', to: '/order/papers', icon: IconFileInvoice, opens: listPapers },
  ],
  pages: {
    '/payment/refunds': page(() => import('./refunds/refunds-page.tsx'), 'RefundsPage'),
    '/payment/payouts': page(() => import('./payouts/payouts-page.tsx'), 'PayoutsPage'),
    '/payment/payouts/import': page(() => import('./payouts/import-payouts-page.tsx'), 'ImportPayoutsPage'),
    '/payment/payouts/$id': page(() => import('./payouts/payout-page.tsx'), 'PayoutPage'),
    '/order/papers': page(() => import('./papers/papers-page.tsx'), 'PapersPage'),
    '/order/papers/coretax': page(() => import('./papers/coretax-page.tsx'), 'CoretaxPage'),
  },
  records: { payout: ['/payment/payouts', getPayout] },
};
