/** Dialogs of an order's papers: the buyer's data, and another address to send one to. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import { buyerDraft, type getOrderPapers, mailDraft, mailPaper, updateBuyer } from '#contract/payment/papers.ts';
import { formatTaxNumber } from '#contract/payment/tax-number.ts';
import { useAction } from '#kit/api/use-action.ts';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';

interface BuyerProps {
  orderId: string;
  buyer: Reply<typeof getOrderPapers>['buyer'];
  close: () => void;
}

export function BuyerDialog({ orderId, buyer, close }: BuyerProps) {
  const saving = useAction(updateBuyer);
  const form = useEditForm({
    name: `order-buyer/${orderId}`,
    schema: buyerDraft,
    initial: { ...buyer, npwp: formatTaxNumber(buyer.npwp) },
    save: (body, how) => saving.run({ params: { id: orderId }, body }, how),
    onSaved: close,
  });
  return (
    <FormDialog form={form} title="Buyer on the papers" submitLabel="Save buyer" close={close}>
      <Rows form={form} rows={['name', 'address', ['npwp', 'nik'], 'email']} />
    </FormDialog>
  );
}

export function MailDialog({ paperId, number, close }: { paperId: string; number: string; close: () => void }) {
  const sending = useAction(mailPaper);
  const form = useEditForm({
    name: `paper-mail/${paperId}`,
    schema: mailDraft,
    initial: { email: '' },
    save: (body, how) => sending.run({ params: { id: paperId }, body }, how),
    onSaved: close,
  });
  return (
    <FormDialog form={form} title={`Send ${number}`} submitLabel="Send" close={close}>
      <Rows form={form} rows={['email']} />
    </FormDialog>
  );
}
