/** Google Calendar v3 by a service account: the four calls that events need, each safe to repeat. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { calendar_v3, MethodOptions } from '@googleapis/calendar';
import { Unrecoverable } from '#platform/jobs/unrecoverable.ts';

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

export interface GoogleSettings {
  clientEmail: string;
  /** PEM. */
  privateKey: string;
  /** The user of the workspace in whose name it acts; undefined: its own, in which Google invites no guests. */
  subject: string | undefined;
  calendarId: string;
  /** Where Google is, when not where it always is: a proxy, or what tests stand in its place. */
  endpoint: string | undefined;
}

/** What Google refused with. */
class GoogleError extends Error {
  override name = 'GoogleError';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const scope = 'https://www.googleapis.com/auth/calendar.events';
/** The client knows no other address of it. */
const tokenUrl = 'https://oauth2.googleapis.com/token';
const triesAtOnce = 3;
/** One call, answer and all. */
const callMs = 10_000;

/** What the client throws: without a response Google did not answer. */
interface Failure extends Error {
  config?: { retryConfig?: { currentRetryAttempt?: number } };
  response?: {
    status: number;
    headers: Headers;
    data?: { error?: string | { message?: string; errors?: { reason?: string }[] }; error_description?: string };
  };
}

/** Google is busy, broken or away: another try may go well. */
function isPassing({ response }: Failure): boolean {
  if (!response || response.status >= 500 || response.status === 429) return true;
  const refusal = response.data?.error;
  const reason = typeof refusal === 'object' ? refusal.errors?.[0]?.reason : undefined;
  return /ratelimitexceeded|quotaexceeded/i.test(reason ?? '');
}

const triedOf = ({ config }: Failure) => config?.retryConfig?.currentRetryAttempt ?? 0;
const waitOf = (failure: Failure) =>
  Math.min(Number(failure.response?.headers.get('retry-after') ?? 0) * 1000 || 250 * 2 ** triedOf(failure), 3_000);

/** A few tries at once; what lasts longer is the queue's. */
const patienceOf = (signal: AbortSignal): MethodOptions => ({
  signal,
  timeout: callMs,
  retryConfig: {
    shouldRetry: (error) => !signal.aborted && triedOf(error) < triesAtOnce - 1 && isPassing(error),
    retryBackoff: (error) => sleep(waitOf(error)),
  },
});

function errorOf(failure: Failure): Error {
  const { response } = failure;
  if (!response) return new Error('Google does not answer', { cause: failure });
  const { status, data } = response;
  const refusal = typeof data?.error === 'object' ? data.error : { message: data?.error_description ?? data?.error };
  const error = new GoogleError(status, `Google: ${refusal.message ?? 'no reason given'} (${status})`);
  // What it says of the event itself no repetition mends.
  return status === 400 ? new Unrecoverable(error.message, { cause: error }) : error;
}

/** Loaded when somebody connects Google: most installations do not. */
async function connect({ clientEmail, privateKey, subject, endpoint }: GoogleSettings): Promise<calendar_v3.Calendar> {
  const { auth, calendar } = await import('@googleapis/calendar');
  const account = new auth.JWT({
    email: clientEmail,
    key: privateKey,
    scopes: [scope],
    ...(subject !== undefined && { subject }),
    ...(endpoint !== undefined && {
      transporterOptions: {
        fetchImplementation: (url, init) => fetch(String(url) === tokenUrl ? `${endpoint}/token` : url, init),
      },
    }),
  });
  return calendar({ version: 'v3', auth: account, ...(endpoint !== undefined && { rootUrl: `${endpoint}/` }) });
}

type Events = calendar_v3.Calendar['events'];

/** Calls in the account's name; once more with a new token when Google no longer knows the old one. */
function callingOf(settings: GoogleSettings) {
  let connected: ReturnType<typeof connect> | undefined;
  const once = async (work: (events: Events) => Promise<{ data: unknown }>) => {
    connected ??= connect(settings);
    return (await work((await connected).events)).data;
  };
  return (work: (events: Events) => Promise<{ data: unknown }>) =>
    once(work).catch((error: unknown) => {
      if (statusOf(error) !== 401) throw error;
      connected = undefined;
      return once(work);
    });
}

const statusOf = (error: unknown) => (error as Failure).response?.status;

/** The body of an answer; undefined where Google refuses with one of `statuses`. */
async function unless<T>(statuses: readonly number[], answer: Promise<unknown>): Promise<T | undefined> {
  try {
    return (await answer) as T;
  } catch (error) {
    if (statuses.includes(statusOf(error) ?? 0)) return undefined;
    throw errorOf(error as Failure);
  }
}

const answerOf = async (answer: Promise<unknown>): Promise<GoogleAnswer> => (await unless<GoogleAnswer>([], answer))!;

const conference = (requestId: string) => ({
  conferenceData: { createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
});

export function openGoogleCalendar(settings: GoogleSettings) {
  const call = callingOf(settings);
  const { calendarId } = settings;
  const telling = { calendarId, sendUpdates: 'all' };
  const writing = { ...telling, conferenceDataVersion: 1 };
  return {
    /** undefined: an event with this id is there already. `requestId` names the request for a link, which is done once. */
    insert(id: string, event: GoogleEvent, requestId: string, signal: AbortSignal) {
      const requestBody = { id, ...event, ...conference(requestId) };
      return unless<GoogleAnswer>(
        [409],
        call((events) => events.insert({ ...writing, requestBody }, patienceOf(signal))),
      );
    },
    get: (eventId: string, signal: AbortSignal) =>
      answerOf(call((events) => events.get({ calendarId, eventId }, patienceOf(signal)))),
    /** Tells the guests. With a `requestId` a link is asked for as well. */
    patch(eventId: string, event: GoogleEvent, requestId: string | undefined, signal: AbortSignal) {
      const requestBody = { ...event, status: 'confirmed', ...(requestId && conference(requestId)) };
      return answerOf(call((events) => events.patch({ ...writing, eventId, requestBody }, patienceOf(signal))));
    },
    /** Gone already is gone. */
    async remove(eventId: string, signal: AbortSignal): Promise<void> {
      const removing = call((events) => events.delete({ ...telling, eventId }, patienceOf(signal)));
      await unless([404, 410], removing);
    },
  };
}
export type GoogleCalendar = ReturnType<typeof openGoogleCalendar>;
