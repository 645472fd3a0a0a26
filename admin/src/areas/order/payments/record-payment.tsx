/** Dialog that records a payment of an order by hand; with all that is due, the order becomes paid. */
import { Text } from '@mantine/core';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { getOrder } from '#contract/order/endpoints.ts';
import { effectsOf } from '#contract/order/rules.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { paymentDraft, recordPayment } from '#contract/payment/entries.ts';
import { useAction } from '#kit/api/use-action.ts';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { EvidenceField } from '#kit/form/upload-field.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { blankOf } from '#kit/form/values.ts';

export type DetailedOrder = Reply<typeof getOrder>;

const rows = [['amount', 'method'], 'reference', 'note', 'evidence'] as const;
const special = { evidence: EvidenceField };

/** Effect of the typed amount. */
function effectOf(order: DetailedOrder, due: number, amount: unknown): string {
  if (typeof amount === 'number' && amount < due)
    return `${formatMoney(due - amount)} stays due, and the order stays open.`;
  return `${[`The order becomes ${orderStatusLabels.paid}`, ...effectsOf(order, 'paid')].join('; ')}.`;
}

export function RecordPayment({ order, due, close }: { order: DetailedOrder; due: number; close: () => void }) {
  const { orderId, invoiceNumber } = order;
  const { run } = useAction(recordPayment);
  const form = useEditForm({
    name: `payment/${orderId}`,
    schema: paymentDraft,
    initial: { ...blankOf(paymentDraft), amount: due, method: 'Transfer Bank' },
    save: (body, how) => run({ params: { id: orderId }, body }, how),
    onSaved: close,
  });
  return (
    <FormDialog form={form} title={`Payment of ${invoiceNumber}`} submitLabel="Record payment" close={close} isWide>
      <Text size="sm" c="dimmed" aria-live="polite">
        {effectOf(order, due, form.fields.values.amount)}
      </Text>
      <Rows form={form} rows={rows} special={special} />
    </FormDialog>
  );
}
