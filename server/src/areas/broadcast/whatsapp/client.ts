/** Client of Meta's WhatsApp Cloud API: messages and templates. Called only by jobs. */
import { z } from 'zod';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import { type WhatsAppAccount, whatsAppName } from '#platform/config-whatsapp.ts';

const meta = 'https://graph.facebook.com';
const version = 'v23.0';
/** Timeout of a call in milliseconds, with the answer's body. */
const callMs = 15_000;

/** Settings that an operator has to make before WhatsApp can be used, in a sentence; null: none. */
export function whatsAppSetUp({ brands, whatsApp }: Pick<Config, 'brands' | 'whatsApp'>, tenant: Tenant) {
  if (whatsApp[tenant]) return null;
  return `${brands[tenant]} has no account at WhatsApp. Set ${whatsAppName(tenant, 'TOKEN')} and the other variables of WhatsApp, and restart the server.`;
}

type MessageContent =
  | { text: string }
  | { template: { name: string; language: string; parameters: readonly string[] } };

interface Message {
  /** Digits with the country code. */
  to: string;
  /** Id of ours, which comes back with each status. */
  key: string;
  content: MessageContent;
}

/**
 * Result of handing over a message. `unknown`: it may have been taken, so it must not be repeated; `later`: it was not
 * taken, and may be tried again.
 */
type HandOver =
  | { state: 'sent'; reference: string }
  | { state: 'failed' | 'later'; error: string }
  | { state: 'unknown' };

const templateOf = (name: string, language: string, parameters: readonly string[]) => ({
  name,
  language: { policy: 'deterministic', code: language },
  components:
    parameters.length === 0 ? [] : [{ type: 'body', parameters: parameters.map((text) => ({ type: 'text', text })) }],
});

const bodyOf = ({ to, key, content }: Message) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to,
  ...('text' in content
    ? { type: 'text', text: { body: content.text, preview_url: false } }
    : {
        type: 'template',
        template: templateOf(content.template.name, content.template.language, content.template.parameters),
      }),
  biz_opaque_callback_data: key,
});

const accepted = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const refused = z.object({
  error: z.object({
    message: z.string(),
    code: z.int(),
    error_data: z.object({ details: z.string() }).partial().optional(),
  }),
});

/** Refusals that concern the account and not the message: token, permission, and limits of rate. */
const ofAccount: ReadonlySet<number> = new Set([0, 3, 4, 10, 190, 200, 80007, 130429, 131031, 131042, 131048, 131056]);

/** Failures before a connection was there. */
const unconnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const codeOf = (error: unknown) => String((error as { cause?: { code?: unknown } }).cause?.code);

/** Hands over a message, at most once. A call that was begun is not broken off, so that its outcome is known. */
export async function sendMessage(account: WhatsAppAccount, message: Message): Promise<HandOver> {
  const response = await fetch(`${account.endpoint ?? meta}/${version}/${account.phoneId}/messages`, {
    method: 'POST',
    redirect: 'error',
    headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(message)),
    signal: AbortSignal.timeout(callMs),
  }).catch((error: unknown) => (unconnected.has(codeOf(error)) ? 'unconnected' : undefined));
  if (response === 'unconnected') return { state: 'later', error: 'WhatsApp cannot be reached' };
  const body: unknown = await response?.json().catch(() => undefined);
  if (!response) return { state: 'unknown' };
  if (response.ok) {
    const { data } = accepted.safeParse(body);
    return data ? { state: 'sent', reference: data.messages[0]!.id } : { state: 'unknown' };
  }
  const { data } = refused.safeParse(body);
  const error = data?.error.error_data?.details ?? data?.error.message ?? `WhatsApp answered ${response.status}`;
  const isLater = response.status === 429 || response.status === 401 || ofAccount.has(data?.error.code ?? -1);
  if (isLater) return { state: 'later', error };
  return response.status >= 500 ? { state: 'unknown' } : { state: 'failed', error };
}

const templates = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.string(),
      category: z.string().default(''),
      components: z
        .array(
          z.object({
            type: z.string(),
            format: z.string().optional(),
            text: z.string().optional(),
            buttons: z.array(z.object({ type: z.string(), url: z.string().optional() })).optional(),
          }),
        )
        .default([]),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).partial().optional(), next: z.string().optional() })
    .optional(),
});
export type MetaTemplate = z.output<typeof templates>['data'][number];

/** Reads all templates, page by page. @throws Error with Meta's answer */
export async function readTemplates(account: WhatsAppAccount, signal: AbortSignal): Promise<MetaTemplate[]> {
  const found: MetaTemplate[] = [];
  let after: string | undefined;
  do {
    const query = new URLSearchParams({ fields: 'name,language,status,category,components', limit: '100' });
    if (after) query.set('after', after);
    const response = await fetch(
      `${account.endpoint ?? meta}/${version}/${account.businessId}/message_templates?${query.toString()}`,
      {
        redirect: 'error',
        headers: { authorization: `Bearer ${account.token}` },
        signal: AbortSignal.any([signal, AbortSignal.timeout(callMs)]),
      },
    );
    const body: unknown = await response.json();
    if (!response.ok) throw new Error(refused.safeParse(body).data?.error.message ?? `WhatsApp: ${response.status}`);
    const { data, paging } = templates.parse(body);
    found.push(...data);
    after = paging?.next && paging.cursors?.after;
  } while (after);
  return found;
}
