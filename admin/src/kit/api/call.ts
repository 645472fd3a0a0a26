/** Client of the endpoints with JSON bodies (spec §7); call-with-file.ts, send-file.ts, send-chunks.ts send files. */
import { type CallInput, type Endpoint, type Reply, repliesWithFile } from '#contract/kernel/endpoint.ts';
import { ApiError, toApiError, networkError } from './api-error.ts';
import {
  accessToken,
  type EndReason,
  endSession,
  hasSession,
  lacksRole,
  refreshToken,
  storeTokens,
} from './session.ts';
import { keepRecordedBatch } from './recorded-batch.ts';
import { askSignIn } from './sign-in-again.ts';
import { passwordQuestion } from './step-up.ts';
import { tenant } from './tenant.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Version that the change is based on; a newer stored version fails with 412. */
  ifMatch?: number | undefined;
  /** Key that makes a repeated create harmless. */
  idempotencyKey?: string | undefined;
}

/** Input of an endpoint that is a type parameter: TypeScript cannot compare the parts with a schema it does not know. */
export const inputOf = <E extends Endpoint>(_endpoint: E, parts: WireInput): CallInput<E> => parts as CallInput<E>;

/** Success statuses (spec §8), beside the one that an endpoint names. */
const successes: ReadonlySet<number> = new Set([200, 201, 204]);

/**
 * Calls an endpoint and returns its reply. An expired access token is renewed once and the call is retried; if the
 * server refuses the renewal or the new token, the session ends; a lost connection does not end it. If the person has
 * to sign in again or enter the password, the call waits and is then repeated. Throws {@link ApiError} (status 0: no
 * response) or the abort reason of `signal`.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  try {
    return (await answerOf(endpoint, input as WireInput, options)) as Reply<E>;
  } catch (error) {
    if (!(error instanceof ApiError) || !(await resolveChallenge(endpoint, error))) throw error;
    return await call(endpoint, input, options);
  }
}

/** Asks for the password or the sign-in that the error requires. Returns whether the call can be sent again. */
async function resolveChallenge({ roles }: Endpoint, { status, reason }: ApiError): Promise<boolean> {
  if (reason === 'step-up') return await passwordQuestion.join({});
  return status === 401 && roles !== 'public' && (await askSignIn());
}

async function answerOf(endpoint: Endpoint, wire: WireInput, options: CallOptions): Promise<unknown> {
  if (endpoint.roles === 'public') return await read(endpoint, await send(endpoint, wire, options, undefined));
  const token = await freshToken();
  const first = await send(endpoint, wire, options, token);
  if (first.status !== 401) return await read(endpoint, first);
  const second = await send(endpoint, wire, options, await freshToken(undefined, token));
  if (second.status === 401) endSession('expired');
  return await read(endpoint, second);
}

/**
 * Returns a valid access token: `current`, or a renewed one if there is none. `refused` is a token that the server has
 * just rejected. Only one renewal runs at a time across all tabs; a tab that waited uses the token that the other
 * stored. Throws ApiError 401 when signed out.
 */
export async function freshToken(current = accessToken(), refused?: string): Promise<string> {
  if (endWithoutRole() || !hasSession()) throw signedOut();
  if (current && current !== refused) return current;
  return await withRenewalLock(async () => {
    const renewed = accessToken();
    if (renewed && renewed !== refused) return renewed;
    return await renew();
  });
}

async function renew(): Promise<string> {
  const { refresh: endpoint } = await import('#contract/kernel/auth.ts');
  const usedToken = refreshToken();
  // The user may sign out, or another one sign in, during the request. The renewal must not overwrite that session.
  const isUnchanged = () => refreshToken() === usedToken;
  try {
    if (!usedToken) throw signedOut();
    const { access, refresh } = await call(endpoint, { body: { refresh: usedToken } });
    if (isUnchanged()) {
      storeTokens({ access, refresh });
      return access;
    }
  } catch (error) {
    // Only a refusal by the server ends the session, not a lost connection or a busy server.
    if (!(error instanceof ApiError && [400, 401, 403].includes(error.status))) throw error;
    if (isUnchanged()) endSession('expired');
  }
  const present = accessToken();
  if (!present) throw new ApiError(401, 'Your session ended. Please sign in again.');
  return present;
}

const signedOut = () => new ApiError(401, 'Please sign in.');

/** Ends the session here, and on the server without waiting for it. */
export function endSessionEverywhere(reason: EndReason): void {
  const refresh = refreshToken();
  if (refresh)
    void import('#contract/kernel/auth.ts')
      .then(({ logout }) => call(logout, { body: { refresh } }))
      .catch(() => undefined);
  endSession(reason);
}

/** Ends a session without the role cookie (spec §6). Returns whether there was one. */
export function endWithoutRole(): boolean {
  if (!lacksRole()) return false;
  endSessionEverywhere('expired');
  return true;
}

let renewing: Promise<string> | undefined;

/** Runs one renewal at a time: across tabs with the Web Locks API, within the tab where it is missing (plain http). */
async function withRenewalLock(renewToken: () => Promise<string>): Promise<string> {
  if ('locks' in navigator) return await navigator.locks.request('lectern-session', renewToken);
  renewing ??= renewToken().finally(() => {
    renewing = undefined;
  });
  return await renewing;
}

async function send(
  endpoint: Endpoint,
  input: WireInput,
  options: CallOptions,
  token: string | undefined,
): Promise<Response> {
  const headers = new Headers({ 'X-Tenant': tenant });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (input.body !== undefined) headers.set('Content-Type', 'application/json');
  if (options.ifMatch !== undefined) headers.set('If-Match', `"${options.ifMatch}"`);
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  try {
    return await fetch(callUrl(endpoint, input), {
      method: endpoint.method,
      headers,
      credentials: 'include',
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: options.signal ?? null,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw networkError(endpoint.method !== 'GET' && endpoint.roles !== 'public');
  }
}

async function read(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (!successes.has(response.status) && response.status !== endpoint.success) throw await toApiError(response);
  if (response.status === 204) return undefined;
  if (repliesWithFile(endpoint)) return fileOf(response);
  const reply = (await response.json()) as object;
  keepRecordedBatch(response, reply);
  return reply;
}

/** File of a reply, with the name that the server gave it. */
async function fileOf(response: Response): Promise<File> {
  const [, name = 'file'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const content = await response.blob();
  return new File([content], decodeURIComponent(name), { type: content.type });
}

interface WireInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** URL of a call: params in the path, defined query values in the query string. */
export function callUrl(endpoint: Pick<Endpoint, 'url'>, { params = {}, query = {} }: WireInput): string {
  const path = endpoint.url.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value));
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`;
}
