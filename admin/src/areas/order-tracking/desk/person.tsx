/** Person of a tracked order: how to reach them, and all their open orders together. */
import { Button, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useState } from 'react';
import { isSettled } from '#contract/order-tracking/desk.ts';
import { knownStatus } from '#contract/order/status.ts';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { WhatsAppLink } from '#admin-shared/order/whatsapp-link.tsx';
import { resultOf } from '#kit/api/use-call.ts';
import { mayCreateMember } from '#admin-shared/user/typed-person.ts';
import { CopyButton } from '#kit/display/copy-button.tsx';
import { displayPhone, formatNumber } from '#kit/format/formats.ts';
import { usePeek } from '#kit/list/use-peek.tsx';
import { Facts, Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import { useOptimisticStatus } from '../pending-status.ts';
import { type TrackingOrder, customerLabel } from '#admin-shared/order-tracking/tracking-order.ts';
import { personQuery } from './order-peek.ts';
import classes from './desk.module.css';

const NewMemberDialog = lazy(async () => ({
  default: (await import('#admin-shared/user/new-member.tsx')).NewMemberDialog,
}));

interface Props {
  order: TrackingOrder;
  /** undefined while it is read; null: nobody has the e-mail. */
  member: { userId: string; name: string } | null | undefined;
  href: string | undefined;
  text: string | undefined;
  write: () => void;
}

export function Person({ order, member, href, text, write }: Props) {
  const { userEmail: email, userPhone: phone, customerService: service } = order;
  return (
    <Facts
      title="Person"
      facts={[
        [
          'Phone',
          <span key="phone" className={classes['reach']}>
            {displayPhone(phone) || '–'}
            <WhatsAppLink href={href} who={customerLabel(order)} shortcut="w" text={text} onOpen={write} />
            {phone && <CopyButton text={phone} what="phone" />}
          </span>,
        ],
        [
          'E-mail',
          <span key="email" className={classes['reach']}>
            {email || '–'}
            {email && <CopyButton text={email} what="e-mail" />}
          </span>,
        ],
        [
          'Member',
          member ? (
            <RecordLink key="member" kind="user" id={member.userId} name={member.name} />
          ) : member === null ? (
            <Nobody key="member" order={order} />
          ) : (
            ' '
          ),
        ],
        ['Customer service', service.name.trim() || displayPhone(service.phone) || '–'],
      ]}
    />
  );
}

/** Nobody has the e-mail of the order: creates the member with what the buyer typed. */
function Nobody({ order: { userName: name, userEmail: email, userPhone: phoneNumber } }: Pick<Props, 'order'>) {
  const [isCreating, setCreating] = useState(false);
  return (
    <span className={classes['reach']}>
      Nobody with this e-mail
      {mayCreateMember() && (
        <Button variant="subtle" size="compact-xs" onClick={() => setCreating(true)}>
          Create member
        </Button>
      )}
      {isCreating && (
        <Suspense>
          <NewMemberDialog typed={{ name, email, phoneNumber }} close={() => setCreating(false)} />
        </Suspense>
      )}
    </span>
  );
}

/** Open documents with the same e-mail. This one is in the list in any case, but is counted only if it is open. */
export function PersonOrders({ order }: { order: TrackingOrder }) {
  const { userEmail: email } = order;
  const result = resultOf(useQuery({ ...personQuery(email), enabled: email.trim() !== '' }));
  if (email.trim() === '') return null;
  const isOpen = ({ status }: TrackingOrder) => !isSettled(knownStatus(status));
  const open = result.data?.filter(isOpen);
  return (
    <Section title={`Open orders of this person${open ? ` ${formatNumber(open.length)}` : ''}`}>
      <Loaded result={result} what="orders">
        {(all) => (
          <ul className={classes['orders']}>
            {all
              .filter((one) => one.id === order.id || isOpen(one))
              .map((one) => (
                <li key={one.id}>
                  <PersonOrder order={one} isThis={one.id === order.id} />
                </li>
              ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

function PersonOrder({ order, isThis }: { order: TrackingOrder; isThis: boolean }) {
  const { show } = usePeek();
  const status = useOptimisticStatus(order);
  return (
    <UnstyledButton className={classes['order']} aria-current={isThis || undefined} onClick={() => show(order.id)}>
      <span className={classes['line']}>{order.courseName.trim() || order.id}</span>
      <OrderStatusBadge status={status} />
      <span className={classes['dim']}>{order.dateTime || '–'}</span>
    </UnstyledButton>
  );
}
