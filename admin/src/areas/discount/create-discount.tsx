import { useNavigate } from '@tanstack/react-router';
import { createDiscount, discountDraft } from '#contract/discount.ts';
import { DiscountType } from '#contract/price.ts';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { useAction } from '#kit/api/use-action.ts';
import { DiscountFields, type DiscountDraft } from './discount-fields.tsx';

const blank: DiscountDraft = {
  name: '',
  discount: 10,
  discountType: DiscountType.PERCENTAGE,
  productType: 'courses',
  startDate: null,
  endDate: null,
};

/** A new discount is inactive: products are assigned on its page, then it is switched on. */
export function CreateDiscount({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const create = useAction(createDiscount);
  const form = useEditForm({
    name: 'discount/new',
    schema: discountDraft,
    initial: blank,
    save: (body) => create.run({ body }),
    onSaved: ({ discountId }) => navigate({ to: `/discount/${discountId}` }),
  });
  return (
    <FormDialog form={form} title="New discount" submitLabel="Create discount" close={close} size="lg">
      <DiscountFields form={form} />
    </FormDialog>
  );
}
