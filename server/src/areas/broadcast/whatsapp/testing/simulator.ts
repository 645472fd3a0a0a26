/**
 * Simulator of Meta's WhatsApp Cloud API: a real HTTP server that checks each call against Meta's published OpenAPI
 * (meta-openapi.json) and sends signed webhooks back. For tests, and for the demo (scripts/with-simulator.ts).
 */
import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { WhatsAppAccount } from '#platform/config-whatsapp.ts';
import { demoTemplates } from './templates.ts';

const published = JSON.parse(readFileSync(join(import.meta.dirname, 'meta-openapi.json'), 'utf8')) as Record<
  'TextMessage' | 'TemplateMessage' | 'BodyComponent' | 'TextParameter' | 'StatusMessageValue',
  Parameters<typeof z.fromJSONSchema>[0]
>;
const textMessage = z.fromJSONSchema(published.TextMessage);
const templateMessage = z.fromJSONSchema(published.TemplateMessage);
const bodyComponent = z.fromJSONSchema(published.BodyComponent);
const textParameter = z.fromJSONSchema(published.TextParameter);
const statusValue = z.fromJSONSchema(published.StatusMessageValue);

/** Message as it arrived. */
export interface SentMessage {
  id: string;
  to: string;
  type: 'text' | 'template';
  text?: { body: string };
  template?: {
    name: string;
    language: { code: string };
    components: { type: string; parameters: { type: string; text: string }[] }[];
  };
  biz_opaque_callback_data?: string;
}

/** Simulated failure of a message; `hang-up`: it is taken, and the connection is cut without an answer. */
type Fault = 'hang-up' | 'error' | 'rate-limit' | 'refuse' | undefined;

type State = 'sent' | 'delivered' | 'read' | 'failed';

interface Options {
  port?: number;
  accounts: readonly WhatsAppAccount[];
  /** Address of the webhook of an account; undefined: none is sent by itself. */
  webhook?: (account: WhatsAppAccount) => string;
}

/** Header X-Hub-Signature-256 of a body. */
export const signatureOf = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Body of a webhook about a number, as Meta sends it. */
export const webhookBody = ({ businessId, phoneId }: WhatsAppAccount, value: object): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: businessId,
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '6281100000000', phone_number_id: phoneId },
              ...value,
            },
          },
        ],
      },
    ],
  });

/** Status of a message, checked against the published schema. */
export function statusOf(
  message: Pick<SentMessage, 'id' | 'to' | 'biz_opaque_callback_data'>,
  status: State,
  at: Date,
) {
  const one = {
    id: message.id,
    status,
    timestamp: String(Math.floor(at.getTime() / 1_000)),
    recipient_id: message.to,
    ...(message.biz_opaque_callback_data && { biz_opaque_callback_data: message.biz_opaque_callback_data }),
    ...(status === 'failed' && {
      errors: [
        { code: 131026, title: 'Message undeliverable', error_data: { details: 'The number is not on WhatsApp.' } },
      ],
    }),
  };
  const metadata = { display_phone_number: '', phone_number_id: '' };
  statusValue.parse({ messaging_product: 'whatsapp', metadata, statuses: [one] });
  return one;
}

/** Fault of a call in words; undefined: none. */
function faultOf(body: unknown): string | undefined {
  const type = (body as { type?: unknown } | undefined)?.type;
  const { error } = (type === 'text' ? textMessage : templateMessage).safeParse(body);
  if (error) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  const message = body as SentMessage;
  if (!/^[1-9]\d{7,14}$/.test(message.to)) return 'to: not a phone number';
  for (const component of message.template?.components ?? []) {
    if (!bodyComponent.safeParse(component).success) return 'components: not a body';
    if (component.parameters.some((one) => !textParameter.safeParse(one).success)) return 'parameters: not texts';
  }
  const { template } = message;
  if (!template) return undefined;
  const known = demoTemplates.find(
    ({ name, language }) => name === template.name && language === template.language.code,
  );
  if (!known) return 'Template name does not exist in the translation';
  const text = known.components.find((one) => one.type === 'BODY')?.text ?? '';
  const expected = new Set(text.match(/\{\{\d+\}\}/g)).size;
  const count = template.components[0]?.parameters.length ?? 0;
  return count === expected ? undefined : 'Number of parameters does not match the expected number of params';
}

const bodyOf = async (request: http.IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'));
};

const metaError = (code: number, message: string) => ({
  error: { message, type: 'OAuthException', code, fbtrace_id: randomUUID() },
});

/** Numbers that it refuses at once if it sends webhooks by itself. */
const refusedNumber = /99$/;

/** Starts the simulator; it keeps what was sent in memory. */
export async function openWhatsAppSimulator({ port = 0, accounts, webhook }: Options) {
  const sent: SentMessage[] = [];
  const refused: string[] = [];
  let nextFault: (message: SentMessage) => Fault = () => undefined;

  async function notify(account: WhatsAppAccount, value: object, url = webhook?.(account)): Promise<void> {
    if (!url) return;
    const body = webhookBody(account, value);
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': signatureOf(account.appSecret, body),
    };
    await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
  }

  /** Tells by itself what became of a message: read by two of three, and one in ten does not arrive. */
  function follow(account: WhatsAppAccount, message: SentMessage): void {
    const n = Number(message.to.slice(-2));
    const states: State[] =
      n % 10 === 9 ? ['failed'] : n % 3 === 0 ? ['sent', 'delivered'] : ['sent', 'delivered', 'read'];
    for (const [at, state] of states.entries())
      setTimeout(
        () => void notify(account, { statuses: [statusOf(message, state, new Date())] }),
        400 * (at + 1),
      ).unref();
  }

  async function take(account: WhatsAppAccount, request: http.IncomingMessage): Promise<[number, object | 'hang-up']> {
    const body = await bodyOf(request);
    const wrong = faultOf(body);
    if (wrong) {
      refused.push(wrong);
      return [400, metaError(100, wrong)];
    }
    const message: SentMessage = { ...(body as SentMessage), id: `wamid.${randomUUID()}` };
    const fault = nextFault(message) ?? (webhook && refusedNumber.test(message.to) ? 'refuse' : undefined);
    if (fault === 'rate-limit') return [400, metaError(130429, 'Rate limit hit')];
    if (fault === 'refuse') return [400, metaError(131026, 'Message undeliverable')];
    sent.push(message);
    if (webhook) follow(account, message);
    if (fault === 'hang-up') return [0, 'hang-up'];
    if (fault === 'error') return [500, metaError(131000, 'Something went wrong')];
    const contacts = [{ input: message.to, wa_id: message.to }];
    return [
      200,
      { messaging_product: 'whatsapp', contacts, messages: [{ id: message.id, message_status: 'accepted' }] },
    ];
  }

  async function answer(request: http.IncomingMessage): Promise<[number, object | 'hang-up']> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const [, id = '', what = ''] = /^\/v\d+\.\d+\/(\d+)\/(\w+)$/.exec(pathname) ?? [];
    const account = accounts.find(({ token }) => request.headers.authorization === `Bearer ${token}`);
    if (!account) return [401, metaError(190, 'Invalid OAuth access token')];
    if (request.method === 'POST' && what === 'messages' && id === account.phoneId) return take(account, request);
    if (request.method !== 'GET' || what !== 'message_templates' || id !== account.businessId)
      return [400, metaError(100, 'Unsupported request')];
    // Two pages, so that paging is tried.
    const isFirst = searchParams.get('after') === null;
    const half = Math.ceil(demoTemplates.length / 2);
    return [
      200,
      {
        data: isFirst ? demoTemplates.slice(0, half) : demoTemplates.slice(half),
        paging: { cursors: { after: 'page2' }, ...(isFirst && { next: 'https://graph.facebook.com/next' }) },
      },
    ];
  }

  const server = http.createServer((request, response) => {
    void answer(request)
      .catch((error: Error): [number, object] => [400, metaError(100, error.message)])
      .then(([status, body]) => {
        if (body === 'hang-up') return void request.socket.destroy();
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  server.unref();
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Messages that were taken, in order. */
    sent,
    /** Faults of calls. */
    refused,
    fail: (fault: typeof nextFault) => {
      nextFault = fault;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}
