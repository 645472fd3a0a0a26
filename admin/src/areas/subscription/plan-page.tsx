/** Page of one subscription plan: form and price. */
import { plans } from '#contract/subscription/plans.ts';
import { priceFact } from '#admin-shared/order/new-order-link.tsx';
import { Price } from '#admin-shared/pricing/price.tsx';
import { PublicationBadge, sellingEffect } from '#kit/display/publication.tsx';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';

const groups = [
  {
    title: 'Subscription plan',
    rows: ['name', ['price', 'durationMonths'], 'eventVoucherQuota', 'description'],
  },
] as const;

export const PlanPage = () => (
  <RecordPage
    record={useRecordForm(plans)}
    list="/subscription/plan"
    badge={PublicationBadge}
    useSwitching={sellingEffect}
    deletion={() => 'discounts and vouchers no longer include it. This cannot be undone.'}
    fields={groups}
    facts={(plan) => [
      ['Price', <Price key="price" {...plan} />],
      ...priceFact({ items: [{ productType: 'subscriptions', productId: plan.planId }] }),
    ]}
  />
);
PlanPage.reads = plans.get;
