/** Receiver of webhooks for tests: a real HTTP server that verifies each request with the official library. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
  /** Which of the secrets verify it. */
  verifiedBy: string[];
}

export type Respond = (
  received: Received,
  response: http.ServerResponse,
  request: http.IncomingMessage,
) => void | Promise<void>;

export interface Receiver {
  url: string;
  /** All requests that arrived, in their order. */
  requests: Received[];
  /** Requests that were answered with 204, in their order. */
  accepted: Received[];
  /** Secrets to verify by. */
  secrets: string[];
  /** Default: accepts. */
  respond: Respond | undefined;
  close(): Promise<void>;
}

const headerOf = (request: http.IncomingMessage, name: string) => String(request.headers[name]);

function verifies(secret: string, body: string, request: http.IncomingMessage): boolean {
  try {
    new Webhook(secret).verify(body, {
      'webhook-id': headerOf(request, 'webhook-id'),
      'webhook-timestamp': headerOf(request, 'webhook-timestamp'),
      'webhook-signature': headerOf(request, 'webhook-signature'),
    });
    return true;
  } catch {
    return false;
  }
}

export async function openReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    requests: [],
    accepted: [],
    secrets: [],
    respond: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const received: Received = {
      ...(JSON.parse(body) as Pick<Received, 'type' | 'timestamp' | 'data'>),
      id: headerOf(request, 'webhook-id'),
      verifiedBy: receiver.secrets.filter((secret) => verifies(secret, body, request)),
    };
    receiver.requests.push(received);
    if (receiver.respond) return receiver.respond(received, response, request);
    receiver.accepted.push(received);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return receiver;
}
