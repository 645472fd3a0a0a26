import { Button, Switch } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { assignments } from '#contract/assignment.ts';
import {
  DiscountStatus,
  deleteDiscount,
  discountDraft,
  getDiscount,
  setDiscountStatus,
  unassignAllProducts,
  updateDiscount,
} from '#contract/discount.ts';
import type { Reply } from '#contract/kernel.ts';
import { AssignmentPanel } from '#kit/record/assignment-panel.tsx';
import { confirm } from '#kit/feedback/confirm.tsx';
import { DetailPage, Facts, Section } from '#kit/record/detail-page.tsx';
import { EditForm } from '#kit/form/edit-form.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { baselineOf, draftOf } from '#kit/form/values.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { History } from '#kit/record/history.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { Moment } from '#kit/format/moment.tsx';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { DiscountFields } from './discount-fields.tsx';
import { discountTrail } from './discount-trail.ts';
import { StatusBadge, cutInWords, productNames } from './discount-words.tsx';

type Discount = Reply<typeof getDiscount>;
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
      <Section
        title={`Courses ${formatNumber(discount.assignedCourses)}`}
        actions={<UnassignAll discount={discount} />}
      >
        <AssignmentPanel link={assignments.discountCourses} ownerId={id} thing="course" things="courses" />
      </Section>
      <Section title={`Learning paths ${formatNumber(discount.assignedPaths)}`}>
        <AssignmentPanel link={assignments.discountPaths} ownerId={id} thing="learning path" things="learning paths" />
      </Section>
    </DetailPage>
  );
}

const productsOf = ({ assignedCourses, assignedPaths }: Discount, between: string) =>
  counted(assignedCourses, 'course', 'courses') + between + counted(assignedPaths, 'learning path', 'learning paths');

/** What letting go of the products does to their prices. */
function released({ status, totalAssigned }: Discount, products: string): string {
  if (totalAssigned === 0) return 'No product is assigned to it.';
  if (status !== DiscountStatus.ACTIVE) return `No price changes: it is not in force. It lets go of ${products}.`;
  return `${products} ${totalAssigned === 1 ? 'goes' : 'go'} back to the list price.`;
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

function UnassignAll({ discount }: Props) {
  const unassign = useAction(unassignAllProducts);
  const ask = async () => {
    const isSure = await confirm({
      title: `Unassign everything from "${discount.name}"?`,
      isDestructive: true,
      text: released(discount, productsOf(discount, ' and ')),
      action: `Unassign ${counted(discount.totalAssigned, 'product', 'products')}`,
    });
    if (isSure) await unassign.run({ params: { id: discount.discountId } });
  };
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      disabled={discount.totalAssigned === 0}
      onClick={() => void ask()}
    >
      Unassign all products
    </Button>
  );
}

const Side = ({ discount }: Props) => (
  <>
    <Facts
      title="Facts"
      facts={[
        ['Discount', cutInWords(discount)],
        ['Meant for', productNames[discount.productType]],
        ['Assigned', productsOf(discount, ', ')],
        ['Changed', <Moment key="changed" at={discount.updatedAt} />],
      ]}
    />
    <History entity="discount" entityId={discount.discountId} {...discountTrail} />
  </>
);
