/** Agents that registered themselves (RFC 7591): public clients with an unverified name, and the addresses of their answers. */
import { z } from 'zod';
import { id, isPlainText, name } from '#contract/kernel/fields.ts';
import type { Db } from '#platform/database/database.ts';

/** Refusal in the words of OAuth. */
export class OAuthError extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && loopback.has(hostname);

function isRedirect(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !isPlainText(text) || text.includes('#') || url.username || url.password) return false;
  return url.protocol === 'https:' || isLoopback(url);
}

const registration = z.object({
  client_name: z.unknown(),
  redirect_uris: z.array(z.string().max(2000).refine(isRedirect)).min(1).max(10),
});

/** Registers an agent. An agent without a name that can be shown is called by its host. */
export async function register(db: Db, sent: unknown) {
  const { data } = registration.safeParse(sent);
  if (!data) throw new OAuthError('invalid_redirect_uri', 'One to ten redirect_uris, each https or on this computer');
  const redirectUris = data.redirect_uris;
  const called = name(1, 60).safeParse(data.client_name).data ?? new URL(redirectUris[0]!).host.slice(0, 60);
  const client = await db
    .insertInto('agentClient')
    .values({ name: called, redirectUris })
    .returning(['id', 'createdAt'])
    .executeTakeFirstOrThrow();
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(Date.parse(client.createdAt) / 1000),
    client_name: called,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

/** A registered agent; undefined: there is none with this id. */
export const findClient = async (db: Db, clientId: string) =>
  id.safeParse(clientId).success
    ? db.selectFrom('agentClient').select(['id', 'name', 'redirectUris']).where('id', '=', clientId).executeTakeFirst()
    : undefined;

/** Address without the port where an agent on the same computer listens, which it chooses anew each time (RFC 8252). */
function comparable(text: string): string {
  const url = URL.parse(text);
  if (!url || !isLoopback(url)) return text;
  url.port = '';
  return url.href;
}

export const isRegistered = (redirectUris: readonly string[], sent: string): boolean =>
  isRedirect(sent) && redirectUris.some((one) => comparable(one) === comparable(sent));
