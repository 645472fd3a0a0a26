/** The one caller of the server's endpoints (spec §7). */
import type { CallInput, Endpoint, Reply } from '#contract/kernel.ts';
import { ApiError, failureOf, unreachable } from './api-error.ts';
import { answerAhead, dropAhead } from './ask-ahead.ts';
import { accessToken, endSession, lacksRole, refreshToken, storeTokens } from './session.ts';
import { askSignIn } from './sign-in-again.ts';
import { passwordQuestion } from './step-up.ts';
import { tenant } from './tenant.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The version that the change was made on; a newer one answers 412. */
  ifMatch?: number | undefined;
  /** Makes a repeated create harmless. */
  idempotencyKey?: string | undefined;
}

interface WireInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Success statuses (spec §8). */
const successes: ReadonlySet<number> = new Set([200, 201, 204]);

/** The address of a call: params in the path, defined query values behind it. */
export function addressOf(endpoint: Pick<Endpoint, 'url'>, { params = {}, query = {} }: WireInput): string {
  const path = endpoint.url.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value));
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`;
}

/**
 * Calls an endpoint and answers its reply. An access token that ran out is renewed once and the call retried;
 * where that is impossible the session ends. Where the person is asked to sign in, or for the password, the call waits
 * for it, and is repeated. Throws {@link ApiError} (status 0: nothing answered) or the abort of `signal`.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  try {
    return (await answerOf(endpoint, input as WireInput, options)) as Reply<E>;
  } catch (error) {
    if (!(error instanceof ApiError) || !(await isMended(endpoint, error))) throw error;
    return await call(endpoint, input, options);
  }
}

/** The person did what it takes for the call to be sent again. */
async function isMended({ roles }: Endpoint, { status, reason }: ApiError): Promise<boolean> {
  if (reason === 'step-up') return await passwordQuestion.join({});
  return status === 401 && roles !== 'public' && (await askSignIn());
}

async function answerOf(endpoint: Endpoint, wire: WireInput, options: CallOptions): Promise<unknown> {
  if (endpoint.roles === 'public') return await read(await send(endpoint, wire, options, undefined));
  if (lacksRole()) endSession('expired');
  const token = await freshToken(accessToken());
  const first = await send(endpoint, wire, options, token);
  if (first.status !== 401) return await read(first);
  const second = await send(endpoint, wire, options, await freshToken(undefined, token));
  if (second.status === 401) endSession('expired');
  return await read(second);
}

/**
 * An access token that works: `current`, or a renewed one when there is none. `refused` is the token that was just
 * turned down.
 * One renewal at a time in the whole browser: a tab that waited finds the other's fresh token. Throws ApiError 401
 * when signed out.
 */
export async function freshToken(current = accessToken(), refused?: string): Promise<string> {
  if (current && current !== refused) return current;
  return await oneAtATime(async () => {
    const held = accessToken();
    if (held && held !== refused) return held;
    return await renew();
  });
}

async function renew(): Promise<string> {
  const { refresh: endpoint } = await import('#contract/auth.ts');
  const held = refreshToken();
  // While the server answers, the person may sign out, or somebody in: what is kept then is not this renewal's to
  // change.
  const isStillHeld = () => refreshToken() === held;
  try {
    if (!held) throw new ApiError(401, 'Please sign in.');
    const { access, refresh } = await call(endpoint, { body: { refresh: held } });
    if (isStillHeld()) {
      storeTokens({ access, refresh });
      return access;
    }
  } catch (error) {
    // Only the server's word ends a session: a lost connection or a busy server does not.
    if (!(error instanceof ApiError && [400, 401, 403].includes(error.status))) throw error;
    if (isStillHeld()) endSession('expired');
  }
  const present = accessToken();
  if (!present) throw new ApiError(401, 'Your session ended. Please sign in again.');
  return present;
}

let renewing: Promise<string> | undefined;

/** Across tabs by the browser's lock; on a page without locks (plain http on a foreign host) within the tab. */
async function oneAtATime(work: () => Promise<string>): Promise<string> {
  if ('locks' in navigator) return await navigator.locks.request('lectern-session', work);
  renewing ??= work().finally(() => {
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
    const address = addressOf(endpoint, input);
    const isReading = endpoint.method === 'GET';
    if (!isReading) dropAhead();
    const answer = isReading ? answerAhead(address, token) : undefined;
    if (answer) return await answer;
    return await fetch(address, {
      method: endpoint.method,
      headers,
      credentials: 'include',
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: options.signal ?? null,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw unreachable(endpoint.method !== 'GET' && endpoint.roles !== 'public');
  }
}

async function read(response: Response): Promise<unknown> {
  if (!successes.has(response.status)) throw await failureOf(response);
  return response.status === 204 ? undefined : await response.json();
}
