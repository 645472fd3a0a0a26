/** Subscriber in the peek panel: facts and newest event vouchers. */
import { listEventVouchers } from '#contract/subscription/endpoints.ts';
import { useCall } from '#kit/api/use-call.ts';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { eventVoucherColumns } from '#admin-shared/subscription/event-voucher-columns.tsx';
import { formatNumber } from '#kit/format/formats.ts';
import { RowsTable } from '#kit/list/rows-table.tsx';
import { Facts, Section } from '#kit/record/detail-page.tsx';
import type { EventVoucher, Profile } from './subscriber.ts';
import { subscriberFacts } from './subscriber-facts.tsx';

const rowKey = ({ id }: EventVoucher) => id;

function Newest({ id }: { id: string }) {
  const { data, error, refetch } = useCall(listEventVouchers, { params: { id } });
  if (data?.totalItems === 0) return null;
  return (
    <Section title={data ? `Event vouchers ${formatNumber(data.totalItems)}` : 'Event vouchers'}>
      {error && !data ? (
        <ErrorState error={error} refetch={refetch} what="event vouchers" />
      ) : (
        <RowsTable
          label="Event vouchers"
          rows={data?.eventVouchers}
          expected={2}
          columns={eventVoucherColumns}
          rowKey={rowKey}
        />
      )}
    </Section>
  );
}

export const SubscriberBeside = ({ record }: { record: Profile }) => (
  <>
    <Facts title="Facts" facts={subscriberFacts(record)} />
    <Newest id={record.id} />
  </>
);
