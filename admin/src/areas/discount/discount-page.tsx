/** One discount: its fields, the products it is for, its switch. */
import { discountDraft, productNames, setDiscountStatus, discounts } from '#contract/discount.ts';
import { labelsOf } from '#contract/draft.ts';
import { ActiveSwitch, switchTrail } from '#kit/record/active-switch.tsx';
import { DeleteButton } from '#kit/record/delete-button.tsx';
import { counted } from '#kit/format/formats.ts';
import { Moment } from '#kit/format/moment.tsx';
import { type Opened, RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { type Discount, Products, productsOf, released } from './discount-products.tsx';
import { StatusBadge, reductionInWords } from '#kit/format/price-reduction.tsx';
import { discountRows } from './discount-list-page.tsx';

type Open = Opened<Discount, typeof discountDraft>;

export const DiscountPage = () => (
  <RecordPage
    record={useRecordForm(discounts)}
    list="/discount"
    badge={StatusBadge}
    actions={Actions}
    fields={[{ title: 'Discount', rows: discountRows }]}
    panels={[Assigned]}
    facts={(discount) => [
      ['Discount', reductionInWords({ type: discount.discountType, value: discount.discount })],
      [labelsOf(discountDraft).productType, productNames[discount.productType]],
      ['Assigned', productsOf(discount, ', ')],
      ['Changed', <Moment key="changed" at={discount.updatedAt} />],
    ]}
    trail={switchTrail}
  />
);

const Assigned = ({ record }: Open) => <Products discount={record} />;

function Actions(opened: Open) {
  const { record: discount } = opened;
  const products = counted(discount.totalAssigned, 'assigned product', 'assigned products');
  return (
    <>
      <ActiveSwitch call={setDiscountStatus} {...opened} />
      <DeleteButton
        call={discounts.remove}
        opened={opened}
        consequence={`${released(discount, products)} The products themselves stay.`}
      />
    </>
  );
}
