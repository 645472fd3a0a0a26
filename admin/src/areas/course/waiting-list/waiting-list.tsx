/** Waiting list of a course: its places, the people in order with reasons and states, and offers of free places. */
import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  type WaitingEntry as Waiting,
  addWaiting,
  listWaiting,
  offerText,
  skipReasons,
  waitingStates,
} from '#contract/course/waiting-list.ts';
import { type Reply, mayCall } from '#contract/kernel/endpoint.ts';
import { whatsAppLinkWith } from '#contract/order/whatsapp.ts';
import { NewOrderLink } from '#admin-shared/order/new-order-link.tsx';
import { WhatsAppLink } from '#admin-shared/order/whatsapp-link.tsx';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge } from '#kit/display/badge.tsx';
import { Moment } from '#kit/display/moment.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { counted, formatMoment, formatNumber, listed } from '#kit/format/formats.ts';
import type { Column } from '#kit/list/column.tsx';
import { RowsOf } from '#kit/record/related-list.tsx';
import type { OpenCourse } from '../course-words.tsx';
import { AddDialog } from './add-dialog.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import { useWaiting } from './use-waiting.ts';

type Places = Reply<typeof listWaiting>['places'];

/** "12 of 20 places taken · 2 held: 1 offer and 1 order · 6 free". */
function placesInWords({ capacity, taken, held, free }: Places): string {
  if (capacity === null || free === null)
    return `${counted(taken, 'member', 'members')}. The course has no capacity: everybody can be assigned.`;
  const holders = [
    held.offers > 0 && counted(held.offers, 'offer', 'offers'),
    held.orders > 0 && counted(held.orders, 'order', 'orders'),
    held.codes > 0 && counted(held.codes, 'code of a company', 'codes of companies'),
  ].filter((one) => one !== false);
  const all = held.offers + held.orders + held.codes;
  const heldWords = all > 0 ? `${formatNumber(all)} held: ${listed(holders)}` : '0 held';
  return `${formatNumber(taken)} of ${counted(capacity, 'place', 'places')} taken · ${heldWords} · ${formatNumber(free)} free`;
}

const colours = { paid: 'green', waiting: 'grey', offered: 'yellow', skipped: 'red' } as const;

/** Reason of a state, below its badge. */
function why({ state, skipped, offer, openOrder, order, passedOver, note }: Waiting): ReactNode[] {
  const invoice = order ?? openOrder;
  return [
    state === 'paid' && 'Gets the next free place by itself',
    state === 'offered' &&
      offer &&
      (openOrder && Date.parse(offer.endsAt) < Date.now()
        ? 'Held while the order is open'
        : `Until ${formatMoment(offer.endsAt)}`),
    state === 'offered' && offer?.reason && `Before others: ${offer.reason}`,
    skipped && `Skipped: ${skipReasons[skipped]}`,
    passedOver && `Passed over for ${passedOver.name}: ${passedOver.reason}`,
    invoice && (
      <Link key="order" to="/order/$id" params={{ id: invoice.id }}>
        {invoice.invoiceNumber}
      </Link>
    ),
    note,
  ].filter(Boolean);
}

function Reasons({ entry }: { entry: Waiting }) {
  return (
    <>
      {why(entry).map((line, index) => (
        <Text key={index} size="sm" c="dimmed" component="div">
          {line}
        </Text>
      ))}
    </>
  );
}

/** Actions of a person: offer or take back, assign or order, remove. */
function Actions({ entry, course }: { entry: Waiting; course: OpenCourse }) {
  const { userId, name, state, offer } = entry;
  const { id, record, title } = course;
  const { take, withdraw, assign, isWorking } = useWaiting(id);
  const [isOffering, setOffering] = useState(false);
  const text = offer && offerText(title, formatMoment(offer.endsAt));
  const small = { size: 'compact-sm', variant: 'subtle', loading: isWorking } as const;
  return (
    <Group gap={4} justify="flex-end" wrap="wrap">
      {state === 'offered' && text && (
        <WhatsAppLink href={whatsAppLinkWith({ name, phone: entry.phoneNumber }, text)} who={name} text={text} />
      )}
      {state === 'offered' && (
        <>
          {record.price > 0 && !entry.openOrder && (
            <NewOrderLink prefill={{ userId, items: [{ productType: 'courses', productId: id }] }}>
              New order
            </NewOrderLink>
          )}
          <Button {...small} aria-label={`Take back the offer to ${name}`} onClick={() => void withdraw(userId)}>
            Take back
          </Button>
        </>
      )}
      {(state === 'waiting' || state === 'skipped') && (
        <Button {...small} variant="light" aria-label={`Offer a place to ${name}`} onClick={() => setOffering(true)}>
          Offer
        </Button>
      )}
      {state !== 'paid' && (
        <Button {...small} variant="light" aria-label={`Assign ${name}`} onClick={() => void assign(userId)}>
          Assign
        </Button>
      )}
      <Button {...small} color="gray" aria-label={`Remove ${name}`} onClick={() => void take(userId)}>
        Remove
      </Button>
      {isOffering && <OfferDialog courseId={id} entry={entry} close={() => setOffering(false)} />}
    </Group>
  );
}

/** Instructors read the list. */
const mayChange = () => mayCall(addWaiting, role() ?? '');

const columnsOf = (course: OpenCourse): readonly Column<Waiting>[] => [
  {
    label: 'Member',
    cell: ({ userId, name, email, position }) => (
      <Link to="/user/$id" params={{ id: userId }}>
        <NameCell name={`${formatNumber(position)}. ${name}`} sub={email} />
      </Link>
    ),
  },
  {
    label: 'State',
    cell: ({ state }) => <Badge colour={colours[state]}>{waitingStates[state]}</Badge>,
    width: 104,
    card: 'badge',
  },
  { label: 'Reason', cell: (entry) => <Reasons entry={entry} />, wraps: true },
  { label: 'Added', cell: ({ addedAt }) => <Moment at={addedAt} />, width: 112, align: 'right', hiddenBelow: 840 },
  ...(mayChange()
    ? [
        {
          label: 'Actions',
          isLabelHidden: true,
          cell: (entry: Waiting) => <Actions entry={entry} course={course} />,
          align: 'right' as const,
          width: 264,
        },
      ]
    : []),
];

function AddButton({ id }: OpenCourse) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Add person
      </Button>
      {isOpen && <AddDialog courseId={id} close={() => setOpen(false)} />}
    </>
  );
}

export function WaitingList(course: OpenCourse) {
  const { id } = course;
  const { data } = useCall(listWaiting, { params: { id }, query: { pageSize: 1 } });
  const add = mayChange() ? { action: <AddButton {...course} /> } : {};
  return (
    <>
      <Text mb="md" role="status">
        {data ? placesInWords(data.places) : '\u00a0'}
      </Text>
      <RowsOf
        title="Waiting list"
        call={listWaiting}
        rows="entries"
        id={id}
        columns={columnsOf(course)}
        rowKey={({ userId }) => userId}
        search="Search people"
        actions={add.action}
        empty={{
          title: 'Nobody waits',
          text: 'Add people who want a place. When one is free, offer it to the first: it is held until they answer.',
          ...add,
        }}
        nothing={{ title: 'No such person', text: 'Nobody on the waiting list matches. Try another search.' }}
      />
    </>
  );
}
