/** Interface of a payment gateway, and its calls over HTTP; the two gateways differ only in their own files. */
import type { PaymentState } from '#contract/payment/gateways.ts';
import { HttpError, conflict } from '#platform/errors.ts';

/** Payment that a link asks for. */
export interface NewPayment {
  /** Id of the payment at the gateway, given by us. */
  reference: string;
  /** In rupiah. */
  amount: number;
  /** Whole minutes from now. */
  minutes: number;
  description: string;
  buyer: { name: string; email: string };
}

/** Payment as the gateway has it. */
export interface Payment {
  state: PaymentState;
  amount: number;
  method: string;
  paidAt: string | null;
  /** Rupiah that went back to the buyer, as far as the gateway says. */
  refunded: number;
  /** Address of its page, if the gateway names it. */
  url: string | null;
  /** The answer, without what is about the person. */
  raw: object;
}

/** Refund of a part of a payment, or of all of it. */
export interface NewRefund {
  /** Id of the payment at the gateway. */
  payment: string;
  /** Id of the refund, given by us: the gateway makes one refund of it. */
  key: string;
  /** In rupiah. */
  amount: number;
  reason: string;
}

/** Refund as the gateway has it. */
export interface GatewayRefund {
  state: 'pending' | 'done' | 'failed';
  /** Id at the gateway. */
  reference: string;
  /** Reason of a failure. */
  failure?: string;
}

export interface PaymentGateway {
  /** Creates the payment, or finds the one with this reference; returns the address of its page. 409 if it refuses. */
  create(payment: NewPayment, signal?: AbortSignal): Promise<string>;
  /** undefined: the gateway does not know the payment (yet). */
  read(reference: string, signal?: AbortSignal): Promise<Payment | undefined>;
  /** Closes an open payment; harmless for one that is paid or closed. */
  end(reference: string, signal?: AbortSignal): Promise<void>;
  /** Refunds, or finds the refund with this key, and returns its state there. */
  refund(refund: NewRefund, signal?: AbortSignal): Promise<GatewayRefund>;
}

/** Timeout of a call in milliseconds, with the answer's body. */
const callMs = 10_000;

interface Call {
  method?: 'GET' | 'POST';
  /** User name of basic authentication; no password. */
  key: string;
  body?: object;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

export interface GatewayAnswer {
  status: number;
  body: unknown;
}

/** Calls a gateway. 503 if it does not answer with JSON in time, has an error of its own, or does not accept the key. */
export async function callGateway(name: string, url: string, { method = 'GET', key, body, headers, signal }: Call) {
  const timeout = AbortSignal.timeout(callMs);
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const answer = await fetch(url, {
    method,
    redirect: 'error',
    headers: {
      accept: 'application/json',
      authorization,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
    .then(async (response): Promise<GatewayAnswer> => ({ status: response.status, body: await response.json() }))
    .catch((error: unknown) => {
      throw Object.assign(new HttpError(503, `${name} does not answer; try again`), { cause: error });
    });
  if (answer.status === 401 || answer.status === 403)
    throw new HttpError(503, `${name} does not accept the key that is configured`);
  if (answer.status >= 500 || answer.status === 429)
    throw new HttpError(503, `${name} cannot answer now (${answer.status}); try again`);
  return answer;
}

/** 409 with the gateway's reason. */
export const refusedBy = (name: string, reason: string) => conflict(`${name} refused: ${reason.slice(0, 300)}`);
