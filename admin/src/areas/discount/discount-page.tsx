/** One discount: its fields, the products it is for, its switch. */
import { Switch } from '@mantine/core';
import {
  deleteDiscount,
  discountDraft,
  getDiscount,
  productNames,
  setDiscountStatus,
  updateDiscount,
} from '#contract/discount.ts';
import { labelsOf } from '#contract/draft.ts';
import { DiscountStatus } from '#contract/price.ts';
import { DeleteButton } from '#kit/record/delete-button.tsx';
import { counted } from '#kit/format/formats.ts';
import { Moment } from '#kit/format/moment.tsx';
import { type Opened, RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { useAction } from '#kit/api/use-action.ts';
import { type Discount, Products, productsOf, released } from './discount-products.tsx';
import { StatusBadge, discountRows, reductionInWords } from './discount-words.tsx';

type Open = Opened<Discount, typeof discountDraft>;

const isActive = { true: 'Active', false: 'Inactive' };

export const DiscountPage = () => (
  <RecordPage
    record={useRecordForm(getDiscount, updateDiscount, discountDraft)}
    list={{ label: 'Discounts', to: '/discount' }}
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
    trail={{ labels: { isActive: 'Status' }, words: { isActive } }}
  />
);

const Assigned = ({ record }: Open) => <Products discount={record} />;

function Actions(opened: Open) {
  const { id, record: discount } = opened;
  const toggle = useAction(setDiscountStatus);
  const isOn = discount.status !== DiscountStatus.INACTIVE;
  const change = () => toggle.run({ params: { id }, body: { status: isOn ? 0 : 1 } }, { ifMatch: discount.version });
  const products = counted(discount.totalAssigned, 'assigned product', 'assigned products');
  return (
    <>
      <Switch label="Active" checked={isOn} disabled={toggle.loading} onChange={() => void change()} />
      <DeleteButton
        call={deleteDiscount}
        opened={opened}
        consequence={`${released(discount, products)} The products themselves stay.`}
      />
    </>
  );
}
