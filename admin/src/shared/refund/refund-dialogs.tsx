/** Dialogs of refunds: the reason of an end, the buyer's account, and transfers that were made. */
import { Text } from '@mantine/core';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import {
  accountDraft,
  markTransferred,
  rejectRefund,
  rejectionDraft,
  setRefundAccount,
} from '#contract/payment/refunds.ts';
import { useAction } from '#kit/api/use-action.ts';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { blankOf, draftOf } from '#kit/form/values.ts';
import { counted } from '#kit/format/formats.ts';
import { type Refund, hasAccount, titleOf } from './refund-words.tsx';

interface Props {
  refund: Refund;
  close: () => void;
}

/** `verb`: "Reject" or "Cancel". */
export function EndDialog({ refund, verb, close }: Props & { verb: string }) {
  const { run } = useAction(rejectRefund);
  const form = useEditForm({
    name: `refund-end/${refund.refundId}`,
    schema: rejectionDraft,
    initial: { note: '' },
    save: (body, how) => run({ params: { id: refund.refundId }, body }, how),
    onSaved: close,
  });
  return (
    <FormDialog form={form} title={`${verb} the refund`} submitLabel={`${verb} refund`} close={close} isDestructive>
      <Text size="sm" c="dimmed">
        {titleOf(refund)}: nothing is paid back, and the order keeps its status and its access.
      </Text>
      <Rows form={form} rows={['note']} />
    </FormDialog>
  );
}

export function AccountDialog({ refund, close }: Props) {
  const { run } = useAction(setRefundAccount);
  const form = useEditForm({
    name: `refund-account/${refund.refundId}`,
    schema: accountDraft,
    initial: draftOf(accountDraft, refund),
    save: (body, how) => run({ params: { id: refund.refundId }, body }, how),
    onSaved: close,
  });
  return (
    <FormDialog form={form} title={`Account of ${refund.buyerName}`} submitLabel="Save account" close={close}>
      <Rows form={form} rows={[['bank', 'accountNumber'], 'accountName']} />
    </FormDialog>
  );
}

const transferDraft = markTransferred.body!.omit({ ids: true });

/** `close` is told whether the refunds were marked. */
export function TransferDialog({ refunds, close }: { refunds: readonly Refund[]; close: (isMarked: boolean) => void }) {
  const { run } = useAction(markTransferred);
  const ids = refunds.map(({ refundId }) => refundId);
  const form = useEditForm({
    name: `refund-transfer/${ids[0]}`,
    schema: transferDraft,
    initial: blankOf(transferDraft),
    save: (body, how) => run({ body: { ...body, ids } }, how),
    onSaved: () => close(true),
  });
  const sum = refunds.reduce((all, { amount }) => all + amount, 0);
  const unknown = refunds.filter((refund) => !hasAccount(refund)).length;
  const what = counted(refunds.length, 'refund', 'refunds');
  return (
    <FormDialog
      form={form}
      title={`Mark ${what} as transferred?`}
      submitLabel={`Mark ${what} as transferred`}
      close={() => close(false)}
    >
      <Text size="sm" c="dimmed">
        {formatMoney(sum)} has left the bank. The payments of the orders are written, and orders of which all went back
        become Dikembalikan.
        {unknown > 0 && ` ${counted(unknown, 'refund has', 'refunds have')} no account.`}
      </Text>
      <Rows form={form} rows={['reference']} />
    </FormDialog>
  );
}
