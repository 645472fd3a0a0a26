/** Event vouchers of a subscription, each with the effect of redeeming it. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { listEventVouchers, redeemEventVoucher } from '#contract/subscription/endpoints.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { eventVoucherColumns } from '#admin-shared/subscription/event-voucher-columns.tsx';
import type { Column } from '#kit/list/column.tsx';
import { RowsOf } from '#kit/record/related-list.tsx';
import { RedeemDialog } from './redeem-dialog.tsx';
import { effectOfVoucher } from './redeem-words.ts';
import type { EventVoucher, Profile } from './subscriber.ts';

const rowKey = ({ id }: EventVoucher) => id;

function Redeem({ record: { id }, voucher }: { record: Profile; voucher: EventVoucher }) {
  const { run } = useAction(redeemEventVoucher);
  const { eventName } = voucher;
  const redeem = async () => {
    const title = `Redeem the voucher for “${eventName}”?`;
    if (await confirm({ title, text: effectOfVoucher(voucher), action: 'Redeem 1 voucher' }))
      await run({ params: { id }, body: { eventName } });
  };
  return (
    <Button size="compact-sm" variant="default" aria-label={`Redeem ${eventName}`} onClick={() => void redeem()}>
      Redeem
    </Button>
  );
}

const columnsOf = (record: Profile): readonly Column<EventVoucher>[] => [
  ...eventVoucherColumns,
  {
    label: 'Redeem',
    cell: (voucher) =>
      !record.redeemConflict && voucher.status === 'available' && <Redeem record={record} voucher={voucher} />,
    align: 'right',
    width: 104,
    isLabelHidden: true,
  },
];

export function EventVouchers({ record }: { record: Profile }) {
  const [isRedeeming, setRedeeming] = useState(false);
  const may = mayCall(redeemEventVoucher, role() ?? '');
  const begin = may && (
    <Unavailable why={record.redeemConflict}>
      <Button variant="default" onClick={() => setRedeeming(true)}>
        Redeem for an event
      </Button>
    </Unavailable>
  );
  return (
    <>
      <RowsOf
        title="Event vouchers"
        call={listEventVouchers}
        rows="eventVouchers"
        id={record.id}
        columns={may ? columnsOf(record) : eventVoucherColumns}
        rowKey={rowKey}
        search="Search event or code"
        actions={begin}
        empty={{
          title: record.eventVoucherQuota === 0 ? 'This plan comes without event vouchers' : 'None redeemed yet',
          text: 'Vouchers the member takes on your site, and those you redeem for them, appear here.',
          action: record.eventVoucherQuota > 0 && begin,
        }}
        nothing={{ title: 'No such event voucher', text: 'No event voucher of this subscription matches.' }}
      />
      {isRedeeming && <RedeemDialog record={record} close={() => setRedeeming(false)} />}
    </>
  );
}
