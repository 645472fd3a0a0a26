/**
 * Simulator of Midtrans and Xendit: a real HTTP server that speaks their protocols, with a page on which one “pays”. For
 * tests, and for the demo (scripts/with-simulator.ts). It keeps payments in memory; an unpaid link survives a restart.
 */
import { createHash, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Gateway } from '#contract/payment/gateways.ts';
import { type Action, type LinkedPayment, actions, paidBy } from './simulated-payment.ts';
import {
  type SimulatedRefund,
  listAtXendit,
  midtransRefunds,
  refundAtMidtrans,
  refundAtXendit,
} from './simulated-refunds.ts';
import { transactionsPage } from './simulated-transactions.ts';
import { payPage } from './simulator-page.ts';

interface Payment extends LinkedPayment {
  id: string;
  /** undefined: a Snap page on which nobody has chosen how to pay. */
  status: Action | undefined;
  paid: number;
  refunds: SimulatedRefund[];
  channel: keyof typeof paidBy;
}

/** Notification as the gateway sends it. */
export interface Notification {
  gateway: Gateway;
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

interface Options {
  port?: number;
  /** Server key of Midtrans by the payment's id; Xendit's keys. */
  serverKeyOf: (reference: string) => string;
  secretKey: string;
  callbackToken: string;
  /** Address that notifications of actions on the page are sent to; undefined: none is sent. */
  notify?: (gateway: Gateway) => string;
}

/** Simulated failure of a request; undefined: it is answered. */
export type Fault = 'hang-up' | 'error' | undefined;

export type Simulator = Awaited<ReturnType<typeof openSimulator>>;

/** Action that an existing payment can still have. Money that has arrived stays, until it is refunded. */
const isPossible = ({ status }: Payment, action: Action): boolean =>
  status === 'refund' || status === 'expire'
    ? false
    : status === 'pay' || status === 'pay-less'
      ? action === 'refund'
      : action !== 'refund';

const midtransStatuses: Record<Action, [status: string, code: string]> = {
  choose: ['pending', '201'],
  pay: ['settlement', '200'],
  'pay-less': ['settlement', '200'],
  deny: ['deny', '202'],
  expire: ['expire', '407'],
  refund: ['refund', '200'],
};

const jakarta = (ms: number) => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

function midtransBody(payment: Payment) {
  const { id, reference, amount, paid, status = 'choose' } = payment;
  const [transaction_status, status_code] = midtransStatuses[status];
  const gross = status === 'pay-less' || status === 'refund' ? paid : amount;
  return {
    status_code,
    transaction_id: id,
    order_id: reference,
    gross_amount: `${gross}.00`,
    currency: 'IDR',
    payment_type: 'qris',
    transaction_status,
    fraud_status: 'accept',
    transaction_time: jakarta(Date.now()),
    ...(transaction_status === 'settlement' && { settlement_time: jakarta(Date.now()) }),
    ...midtransRefunds(payment),
  };
}

/** Xendit keeps an invoice paid after a refund. */
const xenditStatus = ({ status }: Payment) =>
  status === 'pay' || status === 'pay-less' || status === 'refund'
    ? 'PAID'
    : status === 'expire'
      ? 'EXPIRED'
      : 'PENDING';

const invoiceOf = (payment: Payment, url: string) => ({
  id: payment.id,
  external_id: payment.reference,
  status: xenditStatus(payment),
  amount: payment.amount,
  currency: 'IDR',
  invoice_url: url,
  expiry_date: new Date(payment.until).toISOString(),
  ...(xenditStatus(payment) === 'PAID' && {
    paid_amount: payment.paid,
    ...paidBy[payment.channel],
    paid_at: new Date().toISOString(),
  }),
});

type Answer = [status: number, body: object | string];

const bodyOf = async (request: http.IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

/** Opens the simulator on 127.0.0.1. */
export async function openSimulator({ port = 0, serverKeyOf, secretKey, callbackToken, notify }: Options) {
  const payments = new Map<string, Payment>();
  const simulator = {
    url: '',
    /** Payments by the id that we gave them. */
    payments,
    /** Number of created payments, also repeated ones. */
    created: 0,
    /** Decides about faults of calls; a fault `after` lets the call happen, and loses the answer. */
    fault: (_path: string): { fault: Fault; after?: boolean } => ({ fault: undefined }),
    /** State of refunds as they are made. */
    refundState: 'SUCCEEDED' as SimulatedRefund['status'],
    /** Number of refunds that were asked for, also repeated ones. */
    refundCalls: 0,
    /** Changes a payment, as far as it can, and returns the notification, which is not sent. */
    act,
    /** Notification of a payment as it is now. */
    notificationOf,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function add(linked: LinkedPayment, status: Action | undefined): Payment {
    const payment = { ...linked, id: randomUUID(), status, paid: 0, refunds: [], channel: 'BCA' as const };
    payments.set(linked.reference, payment);
    return payment;
  }

  /** A payment past its time is expired. */
  function find(reference: string): Payment | undefined {
    const payment = payments.get(reference);
    if (payment && Date.now() > payment.until && isPossible(payment, 'expire')) payment.status = 'expire';
    return payment;
  }

  function act(reference: string, action: Action): Notification | undefined {
    const payment = find(reference);
    if (!payment || !isPossible(payment, action)) return undefined;
    payment.status = action;
    if (action === 'pay') payment.paid = payment.amount;
    if (action === 'pay-less') payment.paid = payment.amount - 1;
    return notificationOf(reference);
  }

  function notificationOf(reference: string): Notification | undefined {
    const payment = find(reference);
    if (!payment || payment.status === undefined) return undefined;
    if (payment.gateway === 'xendit')
      return {
        gateway: 'xendit',
        body: invoiceOf(payment, pageOf(payment)),
        headers: { 'x-callback-token': callbackToken },
      };
    const body = midtransBody(payment);
    const signed = body.order_id + body.status_code + body.gross_amount + serverKeyOf(reference);
    const signature_key = createHash('sha512').update(signed).digest('hex');
    return { gateway: 'midtrans', body: { ...body, signature_key }, headers: {} };
  }

  const pageOf = ({ gateway, reference, amount, until }: LinkedPayment) => {
    const token = Buffer.from(JSON.stringify({ gateway, reference, amount, until })).toString('base64url');
    return `${simulator.url}/pay/${token}`;
  };

  const isAdmitted = (request: http.IncomingMessage, key: string) =>
    request.headers.authorization === `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

  interface Snap {
    transaction_details: { order_id: string; gross_amount: number };
    page_expiry: { duration: number };
  }
  function snap(request: http.IncomingMessage, text: string): Answer {
    const { transaction_details: details, page_expiry: expiry } = JSON.parse(text) as Snap;
    const { order_id: reference, gross_amount: amount } = details;
    if (!isAdmitted(request, serverKeyOf(reference))) return [401, { error_messages: ['Access denied'] }];
    if (payments.get(reference)?.status !== undefined)
      return [400, { error_messages: ['transaction_details.order_id has already been taken'] }];
    simulator.created += 1;
    const linked = { gateway: 'midtrans', reference, amount, until: Date.now() + expiry.duration * 60_000 } as const;
    add(linked, undefined);
    return [201, { token: randomUUID(), redirect_url: pageOf(linked) }];
  }

  function core(request: http.IncomingMessage, reference: string, verb: string, text: string): Answer {
    if (!isAdmitted(request, serverKeyOf(reference))) return [401, { status_code: '401' }];
    const payment = find(reference);
    if (payment?.status === undefined)
      return [404, { status_code: '404', status_message: "Transaction doesn't exist.", id: randomUUID() }];
    if (verb === 'refund') {
      simulator.refundCalls += 1;
      return refundAtMidtrans(payment, text, simulator.refundState);
    }
    if (verb === 'expire' && !act(reference, 'expire')) return [200, { status_code: '412' }];
    return [200, midtransBody(payment)];
  }

  interface Invoice {
    external_id: string;
    amount: number;
    invoice_duration: number;
  }
  function invoices(request: http.IncomingMessage, url: URL, text: string): Answer {
    if (!isAdmitted(request, secretKey))
      return [401, { error_code: 'INVALID_API_KEY', message: 'API key is not valid' }];
    const answer = (payment: Payment) => invoiceOf(payment, pageOf(payment));
    const ended = /^\/invoices\/([^/]+)\/expire!$/.exec(url.pathname)?.[1];
    if (ended) {
      const payment = [...payments.values()].find(({ id }) => id === ended);
      if (!payment) return [404, { message: 'Invoice not found' }];
      act(payment.reference, 'expire');
      return [200, answer(payment)];
    }
    if (request.method === 'GET') {
      const payment = find(url.searchParams.get('external_id') ?? '');
      return [200, payment ? [answer(payment)] : []];
    }
    const { external_id: reference, amount, invoice_duration: seconds } = JSON.parse(text) as Invoice;
    simulator.created += 1;
    return [200, answer(add({ gateway: 'xendit', reference, amount, until: Date.now() + seconds * 1000 }, 'choose'))];
  }

  function refunds(request: http.IncomingMessage, url: URL, text: string): Answer {
    if (!isAdmitted(request, secretKey)) return [401, { error_code: 'INVALID_API_KEY' }];
    const isRead = request.method === 'GET';
    const { invoice_id: invoice } = (isRead ? {} : JSON.parse(text)) as { invoice_id?: string };
    const id = invoice ?? url.searchParams.get('invoice_id');
    const payment = [...payments.values()].find((one) => one.id === id);
    if (!payment) return [404, { message: 'Invoice not found' }];
    if (isRead) return listAtXendit(payment);
    simulator.refundCalls += 1;
    return refundAtXendit(payment, text, simulator.refundState);
  }

  function transactions(request: http.IncomingMessage, url: URL): Answer {
    if (!isAdmitted(request, secretKey)) return [401, { error_code: 'INVALID_API_KEY' }];
    return [200, transactionsPage([...payments.values()], url.searchParams)];
  }

  async function pay(request: http.IncomingMessage, token: string, text: string): Promise<Answer> {
    const linked = JSON.parse(Buffer.from(token, 'base64url').toString()) as LinkedPayment;
    if (!find(linked.reference)) add(linked, linked.gateway === 'xendit' ? 'choose' : undefined);
    const payment = find(linked.reference)!;
    const action = actions.find((one) => one === new URLSearchParams(text).get('action'));
    const notification = request.method === 'POST' && action ? act(linked.reference, action) : undefined;
    if (notification && notify) await send(notify(notification.gateway), notification);
    return [200, payPage(payment, payment.status)];
  }

  function answerTo(request: http.IncomingMessage, url: URL, text: string): Answer | Promise<Answer> {
    if (url.pathname === '/snap/v1/transactions') return snap(request, text);
    const [, reference, verb] = /^\/v2\/([^/]+)\/(status|expire|refund)$/.exec(url.pathname) ?? [];
    if (reference && verb) return core(request, reference, verb, text);
    if (url.pathname === '/refunds') return refunds(request, url, text);
    if (url.pathname === '/transactions') return transactions(request, url);
    if (/^(\/v2)?\/invoices/.test(url.pathname)) return invoices(request, url, text);
    const token = /^\/pay\/([\w-]+)$/.exec(url.pathname)?.[1];
    return token ? pay(request, token, text) : [404, 'The simulator has no such page.'];
  }

  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://simulator');
    const { fault, after } = simulator.fault(url.pathname);
    const text = await bodyOf(request);
    if (fault === 'hang-up' && !after) return void request.socket.destroy();
    const [status, body] = fault === 'error' ? ([502, {}] as const) : await answerTo(request, url, text);
    if (fault === 'hang-up') return void request.socket.destroy();
    const isPage = typeof body === 'string';
    response.writeHead(status, { 'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json' });
    response.end(isPage ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  server.unref();
  simulator.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return simulator;
}

/** Sends a notification; a gateway would repeat one that fails. */
async function send(address: string, { body, headers }: Notification): Promise<void> {
  const message = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
  await fetch(address, { ...message, body: JSON.stringify(body) }).catch(() => undefined);
}
