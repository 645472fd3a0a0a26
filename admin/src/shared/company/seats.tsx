/** Seats of a company, or of one of its orders: codes and who claimed them; sent, reminded of and exported. */
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type SeatState, listSeats, remindCompany, seatStates, sendCodes } from '#contract/company/endpoints.ts';
import { whatsAppLinkWith } from '#contract/order/whatsapp.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge } from '#kit/display/badge.tsx';
import { Moment } from '#kit/display/moment.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { counted, formatDay, formatLongDay } from '#kit/format/formats.ts';
import { today } from '#kit/form/use-date-text.ts';
import type { Column } from '#kit/list/column.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { RowsOf } from '#kit/record/related-list.tsx';
import { ExportButton } from '#kit/spreadsheet/export-button.tsx';
import { useExport } from '#kit/spreadsheet/use-export.ts';
import { WhatsAppLink } from '../order/whatsapp-link.tsx';
import type { SeatsOf } from './seats-workbook.ts';
import { useCompany } from './use-companies.ts';

type Row = RowOf<typeof listSeats, 'seats'>;

const colours: Readonly<Record<SeatState, 'yellow' | 'green' | 'grey'>> = {
  unused: 'yellow',
  claimed: 'green',
  ended: 'grey',
  closed: 'grey',
};

const orderColumn: Column<Row> = {
  label: 'Order',
  cell: ({ orderId, invoiceNumber }) => (
    <Link to="/order/$id" params={{ id: orderId }}>
      {invoiceNumber}
    </Link>
  ),
  hiddenBelow: 840,
};

const columnsOf = (orderId: string | undefined): readonly Column<Row>[] => [
  { label: 'Code', cell: ({ code }) => code, copies: ['code', ({ code }) => code], width: 150 },
  { label: 'Product', cell: ({ productName }) => productName, hiddenBelow: 720 },
  ...(orderId === undefined ? [orderColumn] : []),
  {
    label: 'Claimed by',
    cell: ({ claim }) =>
      claim ? (
        <Link to="/user/$id" params={{ id: claim.user.id }}>
          <NameCell name={claim.user.name} sub={claim.user.email} />
        </Link>
      ) : (
        '–'
      ),
  },
  {
    label: 'When',
    cell: ({ claim, endsAt, state }) =>
      claim ? (
        <Link to="/order/$id" params={{ id: claim.orderId }}>
          <Moment at={claim.claimedAt} />
        </Link>
      ) : endsAt && state !== 'closed' ? (
        `Until ${formatDay(endsAt)}`
      ) : (
        '–'
      ),
    align: 'right',
    width: 150,
  },
  {
    label: 'Seat',
    cell: ({ state }) => <Badge colour={colours[state]}>{seatStates[state]}</Badge>,
    width: 110,
    card: 'badge',
  },
];

const byClaim = {
  name: 'isClaimed',
  label: 'Claimed',
  options: [
    { value: 'false', label: 'Not claimed' },
    { value: 'true', label: 'Claimed' },
  ],
};

const dayOf = (at: string) => new Date(Date.parse(at) + 7 * 3_600_000).toISOString().slice(0, 10);

function Actions({ companyId, orderId }: SeatsOf) {
  const company = useCompany(companyId);
  const query = { orderId, page: 1, pageSize: 1 };
  const { data } = useCall(listSeats, { params: { id: companyId }, query });
  const send = useAction(sendCodes);
  const remind = useAction(remindCompany);
  const exporting = useExport({
    what: 'seats',
    messages: { preferServer: true },
    authorize: (of: SeatsOf) => Promise.resolve(of),
    write: async (of, _, work) => (await import('./seats-workbook.ts')).seatsWorkbook(of, work),
  });
  if (!company || !data || data.unused + data.claimed === 0) return null;
  const input = { params: { id: companyId }, body: { orderId: orderId ?? null } };
  const { contact, seatsEnd, remindedAt } = company;
  const none = data.unused === 0 && 'No seat is unused';
  const until = seatsEnd ? ` (berlaku sampai ${formatLongDay(seatsEnd)})` : '';
  const text = `masih ada ${data.unused} kursi ${company.name} yang belum dipakai${until}. Mohon bagikan kodenya kepada tim.`;
  return (
    <Group gap="xs">
      <span>
        {counted(data.unused, 'seat unused', 'seats unused')}, {data.claimed} claimed
      </span>
      <Unavailable why={none} isShown>
        <Button variant="default" loading={send.loading} onClick={() => void send.run(input)}>
          Send codes
        </Button>
      </Unavailable>
      <Unavailable why={none || (remindedAt !== null && dayOf(remindedAt) === today() && 'Reminded today')} isShown>
        <Button variant="default" loading={remind.loading} onClick={() => void remind.run(input)}>
          Remind
        </Button>
      </Unavailable>
      {contact && !none && (
        <WhatsAppLink
          href={whatsAppLinkWith({ name: contact.name, phone: contact.phoneNumber }, text)}
          who={contact.name}
          text={text}
        />
      )}
      <ExportButton exporting={exporting} of={{ companyId, orderId }} />
    </Group>
  );
}

export const Seats = ({ companyId, orderId }: { companyId: string; orderId?: string }) => (
  <RowsOf
    title="Seats"
    call={listSeats}
    rows="seats"
    id={companyId}
    {...(orderId !== undefined && { query: { orderId } })}
    columns={columnsOf(orderId)}
    rowKey={({ code }) => code}
    search="Search code or member"
    filters={[byClaim]}
    actions={<Actions companyId={companyId} orderId={orderId} />}
    empty={{
      title: 'No seats yet',
      text: 'Once an order is paid, each of its seats is a code that one member claims.',
    }}
    nothing={{ title: 'No such seat', text: 'No seat matches. Try another search or filter.' }}
  />
);
