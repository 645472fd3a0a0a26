/** Panel of a tracked order: person, work, message, their other orders, amounts and timeline. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readStory } from '#contract/order-tracking/desk.ts';
import { needsLink } from '#contract/order-tracking/template-text.ts';
import { PaymentLink, useOpenLink } from '#admin-shared/order/payment-link.tsx';
import { resultOf, useCall } from '#kit/api/use-call.ts';
import type { RowContent } from '#kit/list/peek.ts';
import { Loaded } from '#kit/record/loaded.tsx';
import { useOptimisticStatus } from '../pending-status.ts';
import { trackingClient } from '#admin-shared/order-tracking/session-tracking.ts';
import { StatusMenu } from '../status-menu.tsx';
import { toApiError } from '#admin-shared/order-tracking/tracking-failure.ts';
import { type TrackingOrder, customerLabel } from '#admin-shared/order-tracking/tracking-order.ts';
import { Amounts } from './amounts.tsx';
import { usePresent, useTemplates } from './desk-state.ts';
import { Message } from './message-part.tsx';
import { chatLink, messageOf, templatesFor } from './message.ts';
import { peekedOrder, storyOf } from './order-peek.ts';
import { Person, PersonOrders } from './person.tsx';
import { Here } from './presence.tsx';
import { DeskTimeline } from './timeline.tsx';
import { useOpenDesk } from './use-desk.ts';
import { WorkForm } from './work-form.tsx';
import classes from './desk.module.css';

/** Reads the document if the order is not on the page of the list. */
export function OrderBeside({ id, record }: RowContent<TrackingOrder>) {
  const result = resultOf(
    useQuery({
      queryKey: ['order-tracking', 'document', id],
      queryFn: () => readOne(id),
      enabled: record === undefined,
    }),
  );
  if (record) return <Story order={record} />;
  return (
    <Loaded result={result} what="order">
      {(order) =>
        order ? (
          <>
            <h3 className={classes['name']}>{customerLabel(order)}</h3>
            <Story order={order} />
          </>
        ) : (
          <Text c="dimmed">This order is not on the list, and was removed.</Text>
        )
      }
    </Loaded>
  );
}

const readOne = async (id: string): Promise<TrackingOrder | null> => {
  try {
    return (await trackingClient().byIds([id]))[0] ?? null;
  } catch (error) {
    throw toApiError(error);
  }
};

const everyMs = 5_000;

/** Template for the message: the chosen one, else the first of the status. */
function useMessage(order: TrackingOrder, link: string) {
  const status = useOptimisticStatus(order);
  const all = useTemplates();
  const fitting = templatesFor(all, status);
  const [chosen, choose] = useState<string>();
  const template = all.find(({ templateId }) => templateId === chosen) ?? fitting[0];
  return {
    template,
    choose,
    choices: [...fitting, ...all.filter((one) => !fitting.includes(one))],
    href: chatLink(order, status, template, link),
    text: template && messageOf(template, order, link),
    lacksLink: template !== undefined && needsLink(template.body) && link === '',
  };
}

function Story({ order }: { order: TrackingOrder }) {
  const { set, contacted } = useOpenDesk();
  const story = useCall(readStory, storyOf(order), { everyMs });
  const ours = story.data?.order;
  const link = useOpenLink(ours?.orderId);
  const message = useMessage(order, link);
  const write = () => void contacted(order, message.template?.templateId ?? null);
  useEffect(() => {
    peekedOrder.set(order);
    return () => peekedOrder.set(undefined);
  }, [order]);
  return (
    <>
      <section className={classes['about']} aria-label="Order">
        <div>
          <b>{order.courseName.trim() || order.courseId || 'No course'}</b>
          <span className={classes['dim']}>
            {order.dateTime || '–'} · {order.id}
          </span>
        </div>
        <StatusMenu order={order} set={set} />
        <Here people={usePresent(order.id)} />
      </section>
      <Person order={order} member={story.data?.member} href={message.href} text={message.text} write={write} />
      <WorkForm order={order}>
        <Message {...message} write={write} />
      </WorkForm>
      <PersonOrders order={order} />
      <Loaded result={story} what="order">
        {({ order: ours, priceToday, events }) => (
          <>
            <Amounts order={ours} priceToday={priceToday} />
            {ours && (
              <PaymentLink
                order={{ ...ours, user: { name: order.userName, phoneNumber: order.userPhone } }}
                onSend={() => void contacted(order, null)}
              />
            )}
            <DeskTimeline events={events} />
          </>
        )}
      </Loaded>
    </>
  );
}
