/** Google Calendar v3 by a service account: the four calls that events need, each safe to repeat. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Unrecoverable } from '#platform/jobs/unrecoverable.ts';
import { type ServiceAccount, tokensOf } from './google-token.ts';

export interface GoogleEvent {
  summary: string;
  description: string;
  location: string;
  start: { dateTime: string; timeZone: string };
  end: { dateTime: string; timeZone: string };
  attendees: { email: string; displayName?: string }[];
}

/** As Google answers it; the link is there when the request for it has the status `success`. */
export interface GoogleAnswer extends GoogleEvent {
  id: string;
  status: 'confirmed' | 'tentative' | 'cancelled';
  hangoutLink?: string;
  conferenceData?: {
    createRequest?: { requestId: string; status?: { statusCode: 'pending' | 'success' | 'failure' } };
  };
}

export interface GoogleSettings extends ServiceAccount {
  calendarId: string;
  /** Where Google is, when not where it always is: a proxy, or what tests stand in its place. */
  endpoint: string | undefined;
}

/** What Google said no with. */
export class GoogleError extends Error {
  override name = 'GoogleError';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const triesAtOnce = 3;
/** One call, answer and all. */
const callMs = 10_000;

interface Refusal {
  error?: string | { message?: string; errors?: { reason?: string }[] };
  error_description?: string;
}

async function refusalOf(response: Response): Promise<GoogleError & { isPassing: boolean }> {
  const body = (await response.json().catch(() => ({}))) as Refusal;
  const told = typeof body.error === 'object' ? body.error : { message: body.error_description ?? body.error };
  const isLimit = /ratelimitexceeded|quotaexceeded/i.test(told.errors?.[0]?.reason ?? '');
  const error = new GoogleError(response.status, `Google: ${told.message ?? 'no reason given'} (${response.status})`);
  return Object.assign(error, { isPassing: response.status >= 500 || response.status === 429 || isLimit });
}

const waitOf = (response: Response | undefined, tried: number) =>
  Math.min(Number(response?.headers.get('retry-after') ?? 0) * 1000 || 250 * 2 ** tried, 3_000);

/** Sends, and again a few times while Google is busy, broken or away; what lasts longer is the queue's. */
async function send(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<unknown> {
  for (let tried = 1; ; tried += 1) {
    let response: Response | undefined;
    let failure: Error & { isPassing?: boolean };
    try {
      const limits = [AbortSignal.timeout(callMs), ...(signal ? [signal] : [])];
      response = await fetch(url, { ...init, signal: AbortSignal.any(limits) });
      // Read within the try: an answer that breaks off is one that was lost.
      if (response.ok) return response.status === 204 ? undefined : await response.json();
      failure = await refusalOf(response);
    } catch (error) {
      signal?.throwIfAborted();
      failure = Object.assign(new Error('Google does not answer', { cause: error }), { isPassing: true });
    }
    if (!failure.isPassing || tried === triesAtOnce) throw failure;
    await sleep(waitOf(response, tried), undefined, { signal });
  }
}

type Call = (method: string, path: string, body?: object, signal?: AbortSignal) => Promise<unknown>;

/** Calls in the account's name; once more with a new token when Google no longer knows the old one. */
function callingOf({ calendarId, endpoint, ...account }: GoogleSettings): Call {
  const events = `${endpoint ?? 'https://www.googleapis.com'}/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events`;
  const tokens = tokensOf(account, `${endpoint ?? 'https://oauth2.googleapis.com'}/token`, (url, init) =>
    send(url, init, undefined),
  );
  const ask: Call = async (method, path, body, signal) => {
    const headers = { authorization: `Bearer ${await tokens.get()}`, 'content-type': 'application/json' };
    return send(`${events}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }, signal);
  };
  return async (...call) => {
    try {
      return await ask(...call);
    } catch (error) {
      if (!(error instanceof GoogleError)) throw error;
      // What it says of the event itself no repetition mends.
      if (error.status === 400) throw new Unrecoverable(error.message, { cause: error });
      if (error.status !== 401) throw error;
      tokens.forget();
      return ask(...call);
    }
  };
}

const writing = '?conferenceDataVersion=1&sendUpdates=all';
const conference = (requestId: string) => ({
  conferenceData: { createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
});

/** Runs `work`; undefined where Google refuses with one of these. */
async function unless<T>(statuses: readonly number[], work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GoogleError && statuses.includes(error.status)) return undefined;
    throw error;
  }
}

export function openGoogleCalendar(settings: GoogleSettings) {
  const call = callingOf(settings);
  return {
    /** undefined: an event with this id is there already. `requestId` names the request for a link, which is done once. */
    insert: (id: string, event: GoogleEvent, requestId: string, signal?: AbortSignal) =>
      unless([409], async () => {
        const body = { id, ...event, ...conference(requestId) };
        return (await call('POST', writing, body, signal)) as GoogleAnswer;
      }),
    get: async (id: string, signal?: AbortSignal) => (await call('GET', `/${id}`, undefined, signal)) as GoogleAnswer,
    /** Tells the guests. With a `requestId` a link is asked for as well. */
    async patch(id: string, event: GoogleEvent, requestId: string | undefined, signal?: AbortSignal) {
      const body = { ...event, status: 'confirmed', ...(requestId && conference(requestId)) };
      return (await call('PATCH', `/${id}${writing}`, body, signal)) as GoogleAnswer;
    },
    /** Gone already is gone. */
    async remove(id: string, signal?: AbortSignal): Promise<void> {
      await unless([404, 410], () => call('DELETE', `/${id}?sendUpdates=all`, undefined, signal));
    },
  };
}
export type GoogleCalendar = ReturnType<typeof openGoogleCalendar>;
