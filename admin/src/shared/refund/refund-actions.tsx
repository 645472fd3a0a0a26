/** Actions on a refund by its state and the person's role. */
import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { mayCall } from '#contract/kernel/endpoint.ts';
import {
  approveRefund,
  markTransferred,
  rejectRefund,
  retryRefund,
  setRefundAccount,
} from '#contract/payment/refunds.ts';
import { role, subject } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { AccountDialog, EndDialog, TransferDialog } from './refund-dialogs.tsx';
import { type Refund, accessText, hasAccount, titleOf, wayOf } from './refund-words.tsx';

const may = (call: Parameters<typeof mayCall>[0]) => mayCall(call, role() ?? '');

interface Press {
  label: string;
  run: () => unknown;
  isBusy?: boolean;
  isMain?: boolean;
}

/** Approval, which another person gives than the one who asked. */
function useApproval(refund: Refund): Press | false {
  const { run, loading } = useAction(approveRefund);
  const isOwn = refund.askedBy?.userId === subject();
  const approve = async () => {
    const way = refund.gateway ? `It is paid back at once: ${wayOf(refund)}.` : 'It joins the list of bank transfers.';
    const question = {
      title: `Approve ${titleOf(refund)}?`,
      text: `${refund.reason}. Approve: ${way} ${accessText(refund)}`,
      action: 'Approve refund',
    };
    if (await confirm(question)) await run({ params: { id: refund.refundId } });
  };
  return (
    refund.state === 'to-approve' &&
    may(approveRefund) &&
    !isOwn && { label: 'Approve', run: approve, isBusy: loading, isMain: true }
  );
}

/** Another try, at the gateway or by bank transfer. */
function useRetries({ refundId, state, gateway }: Refund): Press[] {
  const { run, loading } = useAction(retryRefund);
  if (state !== 'failed' || !may(retryRefund)) return [];
  const retry = (byTransfer: boolean) => run({ params: { id: refundId }, body: { byTransfer } });
  return [
    ...(gateway ? [{ label: 'Try again', run: () => retry(false), isBusy: loading, isMain: true }] : []),
    { label: 'Pay by transfer', run: () => retry(true), isBusy: loading },
  ];
}

/** Whether the person may end a refund, and whether that is a rejection. */
function endOf({ state, askedBy }: Refund): 'Reject' | 'Cancel' | undefined {
  const isOwn = askedBy?.userId === subject();
  if (!may(rejectRefund) || (!isOwn && !may(approveRefund))) return undefined;
  if (state === 'to-approve') return isOwn ? 'Cancel' : 'Reject';
  return state === 'to-transfer' || state === 'failed' ? 'Cancel' : undefined;
}

export function RefundActions({ refund, justify }: { refund: Refund; justify?: 'flex-end' }) {
  const [dialog, setDialog] = useState<ReactNode>();
  const close = () => setDialog(undefined);
  const { state } = refund;
  const end = endOf(refund);
  const presses: (Press | false | undefined)[] = [
    useApproval(refund),
    ...useRetries(refund),
    state === 'to-transfer' &&
      may(markTransferred) && {
        label: 'Transferred',
        run: () => setDialog(<TransferDialog refunds={[refund]} close={close} />),
        isMain: hasAccount(refund),
      },
    (state === 'to-transfer' || (state === 'to-approve' && !refund.gateway)) &&
      may(setRefundAccount) && {
        label: hasAccount(refund) ? 'Account' : 'Add account',
        run: () => setDialog(<AccountDialog refund={refund} close={close} />),
      },
    end && { label: end, run: () => setDialog(<EndDialog refund={refund} verb={end} close={close} />) },
  ];
  return (
    <Group gap={4} justify={justify}>
      {presses.map(
        (press) =>
          press && (
            <Button
              key={press.label}
              size="compact-xs"
              variant={press.isMain ? 'default' : 'subtle'}
              loading={press.isBusy ?? false}
              onClick={() => void press.run()}
            >
              {press.label}
            </Button>
          ),
      )}
      {dialog}
    </Group>
  );
}
