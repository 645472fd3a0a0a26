/** One request to a webhook: signed by Standard Webhooks, to public addresses only, without redirects. */
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { Webhook } from 'standardwebhooks';
import type { DeliveryAttempt } from '#contract/integration/webhooks.ts';

/** Limit of a whole request with its reply. */
const timeoutMs = 10_000;
const maxReplyBytes = 2_000;

export interface Message {
  url: string;
  /** Header `webhook-id`. */
  id: string;
  body: string;
  /** All sign. */
  secrets: readonly string[];
}

interface Options {
  /** Requires https, and refuses private and reserved addresses, whatever name leads there at the moment. */
  isPublicOnly: boolean;
  /** Resolves names; default: the system's way. */
  lookup?: LookupFunction;
}

function headersOf({ id, body, secrets }: Message, at: Date) {
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Lectern-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': Math.floor(at.getTime() / 1000),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

/** Beginning of a reply's body, without what PostgreSQL cannot store; what arrived when the rest does not. */
async function beginningOf(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= maxReplyBytes) break;
    }
  } catch {
    // The status has arrived, and decides.
  }
  return Buffer.concat(parts).subarray(0, maxReplyBytes).toString('utf8').replaceAll('\0', '');
}

function request(message: Message, at: Date, { isPublicOnly, ...options }: Options, signal: AbortSignal) {
  const url = new URL(message.url);
  const isSecure = url.protocol === 'https:';
  if (isPublicOnly && !isSecure) throw new Error('The address does not begin with https://');
  const allowed = { allowPrivateIPAddress: !isPublicOnly, allowMetaIPAddress: !isPublicOnly };
  const agent = isSecure ? new RequestFilteringHttpsAgent(allowed) : new RequestFilteringHttpAgent(allowed);
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const { request: open } = isSecure ? https : http;
    open(url, { ...options, method: 'POST', headers: headersOf(message, at), agent, signal }, resolve)
      .on('error', reject)
      .end(message.body);
  });
}

function reasonOf(error: NodeJS.ErrnoException, signal: AbortSignal): string {
  if (signal.aborted) return `No reply within ${timeoutMs / 1000} seconds`;
  const refused = /^DNS lookup (\S+?)\(.*is not allowed/.exec(error.message)?.[1];
  return refused ? `The address leads to ${refused}, which is not public` : error.message || (error.code ?? error.name);
}

/** Sends a message; never throws. */
export async function post(message: Message, options: Options): Promise<DeliveryAttempt> {
  const at = new Date();
  const signal = AbortSignal.timeout(timeoutMs);
  const ended = (rest: Pick<DeliveryAttempt, 'status' | 'error' | 'reply'>) => ({
    at: at.toISOString(),
    ms: Date.now() - at.getTime(),
    ...rest,
  });
  try {
    if (message.secrets.length === 0) throw new Error('The secret cannot be read; create a new one');
    const response = await request(message, at, options, signal);
    const reply = await beginningOf(response);
    const status = response.statusCode ?? 0;
    const isRedirect = status >= 300 && status < 400;
    const error = isRedirect ? `Redirected (${status}), which is not followed` : `Replied with status ${status}`;
    return ended({ status, reply, error: status >= 200 && status < 300 ? null : error });
  } catch (error) {
    return ended({ status: null, reply: '', error: reasonOf(error as NodeJS.ErrnoException, signal) });
  }
}
