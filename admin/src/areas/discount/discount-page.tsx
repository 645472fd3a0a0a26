/** Page of one discount: its fields and its products. */
import { assignedLock, discounts } from '#contract/discount/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { counted } from '#kit/format/formats.ts';
import { priceFact } from '#admin-shared/order/new-order-link.tsx';
import { campaignFact } from '#admin-shared/pricing/campaign-fact.tsx';
import { StatusBadge, reductionInWords } from '#admin-shared/pricing/price-reduction.tsx';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { showConflicts } from '#admin-shared/pricing/notice.tsx';
import { Conflicts } from './conflicts.tsx';
import { unassignInWords, switchingInWords } from './switching-words.ts';
import { exampleProduct, productPanels, productsOf, type OpenDiscount, linkOf } from './discount-products.tsx';
import { useState } from 'react';
import { discountEffect } from '#contract/discount/effect.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { useCall } from '#kit/api/use-call.ts';
import { unassignAllProducts } from '#contract/pricing/unassign-all.ts';
import { useUnassignAll } from '#admin-shared/pricing/use-unassign-all.ts';
import type { HeadActions } from '#kit/record/head-actions.tsx';
import type { Switching } from '#kit/record/use-status-action.ts';
import { forecast } from '#contract/pricing/forecast.ts';
import { PriceForecast } from '#admin-shared/pricing/price-forecast.tsx';
import { reductionOf } from '#admin-shared/pricing/discount-columns.tsx';

function DiscountForecast({ id, record, form }: OpenDiscount) {
  const { data, error, refetch } = useCall(discountEffect, { params: { id } });
  return (
    <PriceForecast
      forecast={data && forecast(data.prices, reductionOf(form.fields.values, record))}
      error={error}
      refetch={refetch}
    />
  );
}

/** Effect of the switch of a discount; while other discounts block it, pressing leads to the conflicts. */
function useSwitching({ id, record }: OpenDiscount): Switching {
  const [openedAt] = useState(Date.now);
  const { data: effect } = useCall(discountEffect, { params: { id } });
  if (!effect) return {};
  const isStuck = record.status === SwitchStatus.INACTIVE && effect.conflicting > 0;
  const text = switchingInWords(record, effect, linkOf(record), openedAt);
  return { effect: { text, mend: isStuck ? showConflicts : undefined } };
}

function useActions({ record }: OpenDiscount): HeadActions {
  const unassign = useUnassignAll(unassignAllProducts, {
    id: record.discountId,
    name: record.name,
    total: record.totalAssigned,
    consequence: unassignInWords(record, productsOf(record, ' and ')),
  });
  return { destructive: [unassign] };
}

/** The product type is locked while something is assigned. */
const lockedOf = ({ totalAssigned, productType }: Reply<typeof discounts.get>): Readonly<Record<string, string>> =>
  totalAssigned === 0 ? {} : { productType: assignedLock(productType) };

const groups = [
  { title: 'Discount', rows: ['name', ['discountType', 'discount']] },
  { title: 'When', rows: [['startDate', 'endDate']] },
  { title: 'For what', rows: ['productType'] },
] as const;

const panels = [DiscountForecast, ...productPanels];

export const DiscountPage = () => (
  <RecordPage
    record={useRecordForm(discounts, { locked: lockedOf })}
    list="/discount"
    badge={StatusBadge}
    deletion={(discount) => {
      const products = counted(discount.totalAssigned, 'assigned product', 'assigned products');
      return `${unassignInWords(discount, products)} The products themselves stay.`;
    }}
    fields={groups}
    useSwitching={useSwitching}
    useActions={useActions}
    notice={Conflicts}
    noticeReads={discountEffect}
    panels={panels}
    facts={(discount) => {
      const one = exampleProduct(discount);
      return [
        ['Off', reductionInWords({ type: discount.discountType, value: discount.discount })],
        ['For', productsOf(discount, ', ')],
        ...campaignFact(discount),
        ...priceFact(one ? { items: [one] } : {}, discount.discountId),
      ];
    }}
  />
);
DiscountPage.reads = discounts.get;
