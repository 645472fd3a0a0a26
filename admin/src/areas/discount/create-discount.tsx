import { useNavigate } from '@tanstack/react-router';
import { createDiscount, discountDraft } from '#contract/discount.ts';
import { DiscountType } from '#contract/price.ts';
import { Dialog } from '#kit/dialog.tsx';
import { EditForm } from '#kit/edit-form.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { useAction } from '#kit/use-action.ts';
import { DiscountFields, type DiscountDraft } from './discount-fields.tsx';

const blank: DiscountDraft = { name: '', discount: 10, discountType: DiscountType.PERCENTAGE, productType: 'courses', startDate: null, endDate: null };

/** A new discount is inactive: products are assigned on its page, then it is switched on. */
export function CreateDiscount({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const create = useAction(createDiscount);
  const form = useEditForm({
    name: 'discount/new', schema: discountDraft, initial: blank,
    save: (body) => create.run({ body }),
    onSaved: ({ discountId }) => navigate({ to: `/discount/${discountId}` }),
  });
  return (
    <Dialog onClose={close} title="New discount" size="lg" closeOnClickOutside={!form.isDirty} closeOnEscape={!form.isDirty}>
      <EditForm form={form} submitLabel="Create discount" onCancel={close}><DiscountFields form={form} /></EditForm>
    </Dialog>
  );
}
