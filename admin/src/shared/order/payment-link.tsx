/** Payment link of an order: created, copied, sent over WhatsApp, and renewed; shown while it matters. */
import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import { paymentText, whatsAppLinkWith } from '#contract/order/whatsapp.ts';
import {
  type LinkState,
  createPaymentLink,
  gatewayNames,
  getPaymentLink,
  takesLink,
} from '#contract/payment/gateways.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall, useRereadOn } from '#kit/api/use-call.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';
import { CopyButton } from '#kit/display/copy-button.tsx';
import { formatShortMinute } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';

interface Order {
  orderId: string;
  invoiceNumber: string;
  status: OrderStatus;
  user: { name: string; phoneNumber: string };
}

interface Props {
  order: Order;
  /** Called when the link is sent. */
  onSend?: () => void;
}

type Link = NonNullable<Reply<typeof getPaymentLink>['link']>;

const states: Readonly<Record<LinkState, [label: string, colour: BadgeColour]>> = {
  open: ['Waiting for the payment', 'yellow'],
  paid: ['Paid', 'green'],
  expired: ['Expired', 'grey'],
  ended: ['Ended', 'grey'],
  refunded: ['Refunded', 'purple'],
};

const everyMs = 5_000;
const isOpen = (link: Link | null | undefined) =>
  link?.state === 'open' && link.url !== null && Date.parse(link.expiresAt) > Date.now();

/** Reads the link, again and again while a payment is awaited; what is shown of the order follows it. */
function useLink(orderId: string | undefined) {
  const result = useCall(
    getPaymentLink,
    { params: { id: orderId ?? '' } },
    { enabled: orderId !== undefined, everyMs: (data) => isOpen(data?.link) && everyMs },
  );
  useRereadOn(getPaymentLink.area, result.data?.link?.state);
  return result;
}

/** Address of an order's open link; '' if it has none. */
export function useOpenLink(orderId: string | undefined): string {
  const link = useLink(orderId).data?.link;
  return (isOpen(link) && link?.url) || '';
}

/** Hours and minutes that are left, in the largest whole unit. */
function timeLeft(moment: string): string {
  const minutes = Math.max(Math.floor((Date.parse(moment) - Date.now()) / 60_000), 0);
  return minutes >= 60 ? `${Math.floor(minutes / 60)} h` : `${minutes} min`;
}

interface SendingProps extends Props {
  link: Link & { url: string };
}

function Send({ order, link: { url, amount, expiresAt }, onSend }: SendingProps) {
  const { user, invoiceNumber: invoice } = order;
  const text = paymentText({ invoice, amount: formatMoney(amount), url, until: `${formatShortMinute(expiresAt)} WIB` });
  const href = whatsAppLinkWith({ name: user.name, phone: user.phoneNumber }, text);
  return href ? (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      size="xs"
      variant="default"
      {...(onSend && { onClick: onSend })}
    >
      Send over WhatsApp
    </Button>
  ) : (
    <Text size="sm" c="dimmed">
      WhatsApp does not accept this phone number: copy the link.
    </Text>
  );
}

const Address = ({ url }: { url: string }) => (
  <Group gap={4} wrap="nowrap">
    <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm" truncate>
      {url}
    </Anchor>
    <CopyButton text={url} what="payment link" />
  </Group>
);

/** State of a link; for a waiting one, the time that is left. */
const State = ({ link }: { link: Link }) => {
  const isOver = link.state === 'open' && !isOpen(link) && link.url !== null;
  const [label, colour] = states[isOver ? 'expired' : link.state];
  return (
    <Group gap="xs">
      <Badge colour={colour}>{label}</Badge>
      <Text size="sm" c="dimmed">
        {gatewayNames[link.gateway]}
        {isOpen(link) && ` · expires in ${timeLeft(link.expiresAt)}, on ${formatShortMinute(link.expiresAt)}`}
      </Text>
    </Group>
  );
};

function Create({ orderId, isRenewed }: { orderId: string; isRenewed: boolean }) {
  const creating = useAction(createPaymentLink);
  return (
    <Button
      size="xs"
      variant="default"
      loading={creating.loading}
      onClick={() => void creating.run({ params: { id: orderId }, body: {} })}
    >
      {isRenewed ? 'Create a new link' : 'Create payment link'}
    </Button>
  );
}

export function PaymentLink({ order, onSend }: Props) {
  const result = useLink(order.orderId);
  const { data } = result;
  const canPay = takesLink(order.status);
  // Most orders are paid without one.
  if (!canPay && !data?.link) return null;
  const open = canPay && data?.link?.url && isOpen(data.link) ? { ...data.link, url: data.link.url } : undefined;
  const canCreate = canPay && data && !open && !data.setUp;
  return (
    <Section
      title="Payment link"
      actions={
        <>
          {open && <Send order={order} link={open} {...(onSend && { onSend })} />}
          {canCreate && <Create orderId={order.orderId} isRenewed={data.link !== null} />}
        </>
      }
    >
      <Loaded result={result} what="payment link" skeleton={<Skeleton h={24} />}>
        {({ link, setUp, isSimulated }) => (
          <Stack gap={4}>
            {link && <State link={link} />}
            {open && <Address url={open.url} />}
            {canPay && !open && setUp && (
              <Text size="sm" c="dimmed">
                {setUp}
              </Text>
            )}
            {canPay && isSimulated && (
              <Text size="xs" c="dimmed">
                This brand has no gateway: links lead to a simulator, where nobody pays real money.
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
