/** Payment links of orders, and notices of the gateways Midtrans and Xendit (ours; domain.md, Money; decision 0115). */
import { z } from 'zod';
import { endpoint, tenants, type Tenant } from '../kernel/endpoint.ts';
import { byIdOf, text } from '../kernel/fields.ts';
import { getOrder } from '../order/endpoints.ts';
import type { OrderStatus } from '../order/status.ts';

/** Gateways with their names; links are made by the first that a brand has an account at. */
export const gatewayNames = { midtrans: 'Midtrans', xendit: 'Xendit' } as const;
export type Gateway = keyof typeof gatewayNames;
export const gateways = Object.keys(gatewayNames) as [Gateway, ...Gateway[]];

/**
 * States of a link. `ended`: no longer needed before its time, or closed by the gateway; `refunded`: paid, and the
 * gateway gave money back.
 */
export const linkStates = ['open', 'paid', 'expired', 'ended', 'refunded'] as const;
export type LinkState = (typeof linkStates)[number];

/** State of a payment at its gateway. `unknown`: nobody has opened the link, or chosen how to pay. */
export type PaymentState = 'unknown' | 'open' | 'paid' | 'ended' | 'refunded';

/** Whether an order with this status can have a link. */
export const takesLink = (status: OrderStatus): boolean => status === 'unpaid' || status === 'pending';

/**
 * State of a link by the state of its payment. `isLive`: the link is the order's latest, and the order can be paid;
 * `isOver`: its time has passed.
 */
export function linkStateOf(payment: PaymentState, { isLive, isOver }: { isLive: boolean; isOver: boolean }) {
  if (payment === 'paid' || payment === 'refunded') return payment;
  if (payment !== 'ended' && isLive && !isOver) return 'open';
  return isOver ? 'expired' : 'ended';
}

const reference = new RegExp(
  `^(${tenants.join('|')})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([1-9][0-9]{0,3})$`,
);

/** Id of a payment at its gateway, which is the same however often it is created; Midtrans allows 50 characters. */
export const referenceOf = (tenant: Tenant, orderId: string, attempt: number): string =>
  `${tenant}-${orderId}-${attempt}`;

/** Brand of a payment of ours; undefined for ids of other programs with the same account. */
export const tenantOfReference = (id: string): Tenant | undefined => reference.exec(id)?.[1] as Tenant | undefined;

const link = z.object({
  gateway: z.enum(gateways),
  state: z.enum(linkStates),
  amount: z.int(),
  /** null: the gateway has not answered yet. */
  url: z.string().nullable(),
  expiresAt: z.string(),
  createdAt: z.string(),
});

const ofOrder = { area: 'order', failsAs: 500, roles: getOrder.roles, params: byIdOf('order') } as const;

/** Reads the latest link of an order. `setUp`: what an operator has to do before links can be made; null: nothing. */
export const getPaymentLink = endpoint({
  ...ofOrder,
  method: 'GET',
  url: '/admin/orders/:id/payment-link/',
  reply: z.object({
    link: link.nullable(),
    setUp: z.string().nullable(),
    /** The gateway is a simulator: nobody pays real money. */
    isSimulated: z.boolean(),
  }),
});

/**
 * Returns the open link of an unpaid order, or makes one at the gateway. 409 if the order cannot be paid, or no gateway
 * is set up; 503 if the gateway does not answer: the next call goes on where this one stopped.
 */
export const createPaymentLink = endpoint({
  ...ofOrder,
  method: 'POST',
  url: '/admin/orders/:id/payment-link/',
  body: z.object({}),
  reply: z.object({ url: z.string(), expiresAt: z.string() }),
  messages: { ok: 'Payment link created', fail: 'No payment link was created', preferServer: true },
});

const notification = { area: 'order', failsAs: 500, method: 'POST', roles: 'public', reply: z.object({}) } as const;

/**
 * Takes a notification of Midtrans. It only says what to ask about: the gateway's own answer decides. 401 for a wrong
 * signature, 503 without an account; payments of other programs are ignored.
 */
export const midtransNotification = endpoint({
  ...notification,
  url: '/payment/midtrans/notification/',
  body: z.object({
    order_id: text(255),
    status_code: text(10),
    gross_amount: text(30),
    /** SHA-512 of order_id, status_code, gross_amount and the server key, in hexadecimal. */
    signature_key: text(200),
  }),
});

/** Takes a notification of Xendit about an invoice, with the header X-Callback-Token; as {@link midtransNotification}. */
export const xenditNotification = endpoint({
  ...notification,
  url: '/payment/xendit/notification/',
  body: z.object({ external_id: text(255) }),
});
