import { Button, Switch } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { deleteDiscount, discountDraft, getDiscount, setDiscountStatus, updateDiscount } from '#contract/discount.ts';
import { DiscountStatus } from '#contract/price.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { DetailPage, Facts, Section } from '#kit/record/detail-page.tsx';
import { EditForm } from '#kit/form/edit-form.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { baselineOf, draftOf } from '#kit/form/values.ts';
import { counted } from '#kit/format/formats.ts';
import { History } from '#kit/record/history.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { Moment } from '#kit/format/moment.tsx';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { DiscountFields } from './discount-fields.tsx';
import { type Discount, Products, productsOf, released } from './discount-products.tsx';
import { discountTrail } from './discount-trail.ts';
import { StatusBadge, productNames, reductionInWords } from './discount-words.tsx';

interface Props {
  discount: Discount;
}

export function DiscountPage() {
  const { id = '' } = useParams({ strict: false });
  const result = useCall(getDiscount, { params: { id } });
  const latest = async () => baselineOf(discountDraft, await result.refetch());
  return (
    <Loaded result={result} what="discount">
      {(discount) => <Editor key={id} discount={discount} latest={latest} />}
    </Loaded>
  );
}

function Editor({
  discount,
  latest,
}: Props & { latest: () => Promise<ReturnType<typeof baselineOf<typeof discountDraft>>> }) {
  const { discountId: id, version, name, status } = discount;
  const update = useAction(updateDiscount);
  const form = useEditForm({
    name: `discount/${id}`,
    schema: discountDraft,
    initial: draftOf(discountDraft, discount),
    version,
    latest,
    save: (body, options) => update.run({ params: { id }, body }, options),
  });
  return (
    <DetailPage
      breadcrumb={[{ label: 'Discounts', to: '/discount' }]}
      title={name}
      badge={<StatusBadge status={status} />}
      actions={<Actions discount={discount} discard={form.discard} />}
      side={<Side discount={discount} />}
    >
      <Section title="Discount">
        <EditForm form={form}>
          <DiscountFields form={form} />
        </EditForm>
      </Section>
      <Products discount={discount} />
    </DetailPage>
  );
}

/** `discard`: what is typed goes with the discount, so that leaving does not ask about it. */
function Actions({ discount, discard }: Props & { discard: () => void }) {
  const { discountId: id, name, totalAssigned, version } = discount;
  const navigate = useNavigate();
  const toggle = useAction(setDiscountStatus);
  const remove = useAction(deleteDiscount);
  const isOn = discount.status !== DiscountStatus.INACTIVE;
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete "${name}"?`,
      action: 'Delete 1 discount',
      isDestructive: true,
      text: `${released(discount, counted(totalAssigned, 'assigned product', 'assigned products'))} The products themselves stay.`,
    });
    if (!isSure || !(await remove.run({ params: { id } }, { ifMatch: version })).ok) return;
    discard();
    await navigate({ to: '/discount' });
  };
  return (
    <>
      <Switch
        label="Active"
        checked={isOn}
        disabled={toggle.loading}
        onChange={() => void toggle.run({ params: { id }, body: { status: isOn ? 0 : 1 } }, { ifMatch: version })}
      />
      <Button variant="default" color="red" onClick={() => void ask()}>
        Delete
      </Button>
    </>
  );
}

const Side = ({ discount }: Props) => (
  <>
    <Facts
      title="Facts"
      facts={[
        ['Discount', reductionInWords({ type: discount.discountType, value: discount.discount })],
        ['Meant for', productNames[discount.productType]],
        ['Assigned', productsOf(discount, ', ')],
        ['Changed', <Moment key="changed" at={discount.updatedAt} />],
      ]}
    />
    <History entity="discount" entityId={discount.discountId} {...discountTrail} />
  </>
);
