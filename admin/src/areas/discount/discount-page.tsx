/** Page of one discount: its fields and its products. */
import { assignedLock, discountDraft, discounts } from '#contract/discount/endpoints.ts';
import { productNames } from '#contract/pricing/product-type.ts';
import { labelsOf } from '#contract/kernel/draft.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { counted } from '#kit/format/formats.ts';
import { priceFact } from '#admin-shared/order/new-order-link.tsx';
import { StatusBadge, reductionInWords } from '#admin-shared/pricing/price-reduction.tsx';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { Conflicts } from './conflicts.tsx';
import { DiscountForecast } from './discount-forecast.tsx';
import { useSwitching } from './use-switching.ts';
import { discountRows } from './discount-list-page.tsx';
import { unassignInWords } from './switching-words.ts';
import { exampleProduct, productPanels, productsOf } from './discount-products.tsx';

/** The product type is locked while something is assigned. */
const lockedOf = ({ totalAssigned, productType }: Reply<typeof discounts.get>): Readonly<Record<string, string>> =>
  totalAssigned === 0 ? {} : { productType: assignedLock(productType) };

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
    fields={[{ title: 'Discount', rows: discountRows }]}
    useSwitching={useSwitching}
    notice={Conflicts}
    panels={panels}
    facts={(discount) => {
      const one = exampleProduct(discount);
      return [
        ['Discount', reductionInWords({ type: discount.discountType, value: discount.discount })],
        [labelsOf(discountDraft).productType, productNames[discount.productType]],
        ['Assigned', productsOf(discount, ', ')],
        ...priceFact(one ? { items: [one] } : {}, discount.discountId),
      ];
    }}
  />
);
DiscountPage.reads = discounts.get;
