/** Dialogs of an order's papers: the buyer's data, and another address to send one to. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import { buyerDraft, getOrderPapers, mailDraft, mailPaper, updateBuyer } from '#contract/payment/papers.ts';
import { TaxNumberField } from '#admin-shared/company/tax-number-field.tsx';
import { call } from '#kit/api/call.ts';
import { useAction } from '#kit/api/use-action.ts';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';

type Papers = Pick<Reply<typeof getOrderPapers>, 'buyer' | 'buyerVersion'>;

/** Values and version that the form edits. */
const editable = ({ buyer, buyerVersion }: Papers) => ({
  values: buyer,
  version: buyerVersion,
});

const taxNumbers = { npwp: TaxNumberField, nik: TaxNumberField };

interface BuyerProps {
  orderId: string;
  papers: Papers;
  close: () => void;
}

export function BuyerDialog({ orderId, papers, close }: BuyerProps) {
  const saving = useAction(updateBuyer);
  const { values, version } = editable(papers);
  const form = useEditForm({
    name: `order-buyer/${orderId}`,
    schema: buyerDraft,
    initial: values,
    version,
    latest: async () => editable(await call(getOrderPapers, { params: { id: orderId } })),
    save: (body, how) => saving.run({ params: { id: orderId }, body }, how),
    onSaved: close,
  });
  return (
    <FormDialog form={form} title="Buyer on the papers" submitLabel="Save buyer" close={close}>
      <Rows form={form} rows={['name', 'address', ['npwp', 'nik'], 'email']} special={taxNumbers} />
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
