/** One discount: its fields, the products it is for, its switch. */
import { Button, Switch } from '@mantine/core';
import { assignments } from '#contract/assignment.ts';
import {
  DiscountStatus,
  deleteDiscount,
  discountDraft,
  getDiscount,
  productNames,
  setDiscountStatus,
  unassignAllProducts,
  updateDiscount,
} from '#contract/discount.ts';
import { labelsOf } from '#contract/draft.ts';
import type { Reply } from '#contract/kernel.ts';
import { AssignmentPanel } from '#kit/record/assignment-panel.tsx';
import { confirm } from '#kit/feedback/confirm.tsx';
import { DeleteButton } from '#kit/record/delete-button.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { Moment } from '#kit/format/moment.tsx';
import { type Opened, RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { useAction } from '#kit/api/use-action.ts';
import { StatusBadge, cutInWords, discountRows } from './discount-words.tsx';

type Discount = Reply<typeof getDiscount>;
type Open = Opened<Discount, typeof discountDraft>;

const isActive = { true: 'Active', false: 'Inactive' };

export const DiscountPage = () => (
  <RecordPage
    record={useRecordForm(getDiscount, updateDiscount, discountDraft)}
    list={{ label: 'Discounts', to: '/discount' }}
    badge={StatusBadge}
    actions={Actions}
    fields={[{ title: 'Discount', rows: discountRows }]}
    panels={[Courses, Paths]}
    facts={(discount) => [
      ['Discount', cutInWords(discount)],
      [labelsOf(discountDraft).productType, productNames[discount.productType]],
      ['Assigned', productsOf(discount, ', ')],
      ['Changed', <Moment key="changed" at={discount.updatedAt} />],
    ]}
    trail={{ labels: { isActive: 'Status' }, words: { isActive } }}
  />
);

const Courses = ({ id, record }: Open) => (
  <Section title={`Courses ${formatNumber(record.assignedCourses)}`} actions={<UnassignAll discount={record} />}>
    <AssignmentPanel link={assignments.discountCourses} ownerId={id} thing="course" things="courses" />
  </Section>
);

const Paths = ({ id, record }: Open) => (
  <Section title={`Learning paths ${formatNumber(record.assignedPaths)}`}>
    <AssignmentPanel link={assignments.discountPaths} ownerId={id} thing="learning path" things="learning paths" />
  </Section>
);

const productsOf = ({ assignedCourses, assignedPaths }: Discount, between: string) =>
  counted(assignedCourses, 'course', 'courses') + between + counted(assignedPaths, 'learning path', 'learning paths');

/** What letting go of the products does to their prices. */
function released({ status, totalAssigned }: Discount, products: string): string {
  if (totalAssigned === 0) return 'No product is assigned to it.';
  if (status !== DiscountStatus.ACTIVE) return `No price changes: it is not in force. It lets go of ${products}.`;
  return `${products} ${totalAssigned === 1 ? 'goes' : 'go'} back to the list price.`;
}

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

function UnassignAll({ discount }: { discount: Discount }) {
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
