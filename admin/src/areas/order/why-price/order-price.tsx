/** Price of an order by its stored amounts, and a comparison with the price of today. */
import { Alert, Anchor, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { getOrder } from '#contract/order/endpoints.ts';
import { amountsOf } from '#contract/order/amounts.ts';
import { explainPrice } from '#contract/pricing/explanation.ts';
import { orderSentence } from '#contract/pricing/words.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { useCall } from '#kit/api/use-call.ts';
import { searchOf } from '#admin-shared/pricing/why-price-link.tsx';
import { DetailPage, Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { Waterfall } from './waterfall.tsx';
import { whatsAppLinkWith } from '#contract/order/whatsapp.ts';
import { CopyButton } from '#kit/display/copy-button.tsx';
import { WhatsAppLink } from '#admin-shared/order/whatsapp-link.tsx';
import classes from './why-price.module.css';

interface Props {
  message: string;
  member: { name: string; phoneNumber: string } | undefined;
}

/** Lower-cases the first letter, to continue after a greeting. */
const within = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** The price in a sentence for the member: to copy, or to send over WhatsApp. */
export const ToSend = ({ message, member }: Props) => (
  <section className={classes['send']} aria-label="To send">
    <h3>To send</h3>
    <p lang="id">{message}</p>
    <CopyButton text={message} what="sentence" />
    {member && (
      <WhatsAppLink
        href={whatsAppLinkWith({ name: member.name, phone: member.phoneNumber }, within(message))}
        who={member.name}
      />
    )}
  </section>
);

type Order = Reply<typeof getOrder>;

export function OrderPrice({ orderId }: { orderId: string }) {
  const result = useCall(getOrder, { params: { id: orderId } });
  return (
    <DetailPage title="Why this price">
      <Loaded result={result} what="order" isPage>
        {(order) => <Explained order={order} />}
      </Loaded>
    </DetailPage>
  );
}

function Explained({ order }: { order: Order }) {
  const { orderId, invoiceNumber, items, totalAmount, createdAt } = order;
  const { toSubtotal, toTotal } = amountsOf(order);
  const listed = items.map(({ productName, price }) => ({ label: productName, amount: price }));
  return (
    <Section title="Price of the order">
      <Stack gap="lg">
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/order/$id" params={{ id: orderId }} />}>
          {invoiceNumber}
        </Anchor>
        <Waterfall lines={[...listed, ...toSubtotal, ...toTotal]} totalAmount={totalAmount} at={createdAt} />
        <Today order={order} />
      </Stack>
    </Section>
  );
}

/** The sentence to send, if the same purchase costs the same today; else the difference. */
function Today({ order }: { order: Order }) {
  const { user, items, voucherCode, totalAmount, uniqueCode } = order;
  const basket = { userId: user.id, items: items.map(({ productType, productId }) => ({ productType, productId })) };
  const { data, error } = useCall(explainPrice, { body: { ...basket, voucherCode } });
  if (!data && !error) return null;
  const more = data ? data.totalAmount - (totalAmount - (uniqueCode ?? 0)) : 0;
  if (data && more === 0) return <ToSend message={orderSentence(order)} member={user} />;
  const than = more > 0 ? 'more' : 'less';
  return (
    <Alert color="yellow" title="Nothing to send">
      {data
        ? `Today the same costs ${formatMoney(data.totalAmount)}, ${formatMoney(Math.abs(more))} ${than} than in this order. `
        : `There is no price of today: ${error?.message}. `}
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link
            {...props}
            to="/why-price"
            search={searchOf({ ...basket, ...(voucherCode && { code: voucherCode }) })}
          />
        )}
      >
        Explain the price of today
      </Anchor>
    </Alert>
  );
}
