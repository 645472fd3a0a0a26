/** Google Calendar v3 with a service account: the four calls for events, each safe to repeat. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { calendar_v3, MethodOptions } from '@googleapis/calendar';
import { type GoogleAccount, openGoogleAccount, reconnecting, statusOf } from '#platform/google-account.ts';
import { Unrecoverable } from '#platform/jobs/unrecoverable.ts';

export interface GoogleEvent {
  summary: string;
  description: string;
  location: string;
  start: { dateTime: string; timeZone: string };
  end: { dateTime: string; timeZone: string };
  attendees: { email: string; displayName?: string }[];
}

/** Event as Google returns it; the link is present when its request has the status `success`. */
export interface GoogleAnswer extends GoogleEvent {
  id: string;
  status: 'confirmed' | 'tentative' | 'cancelled';
  hangoutLink?: string;
  conferenceData?: {
    createRequest?: { requestId: string; status?: { statusCode: 'pending' | 'success' | 'failure' } };
  };
}

/** Without a subject, Google does not invite guests. */
export interface GoogleSettings extends GoogleAccount {
  calendarId: string;
}

/** Error response of Google. */
class GoogleError extends Error {
  override name = 'GoogleError';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const scope = 'https://www.googleapis.com/auth/calendar.events';
const triesAtOnce = 3;
/** Timeout of one call in milliseconds, including the response body. */
const callMs = 10_000;

/** Error thrown by the client; without a response if Google did not answer. */
interface Failure extends Error {
  config?: { retryConfig?: { currentRetryAttempt?: number } };
  response?: {
    status: number;
    headers: Headers;
    data?: { error?: string | { message?: string; errors?: { reason?: string }[] }; error_description?: string };
  };
}

/** Whether the failure is temporary: rate limits, server errors, or no answer. */
function isTemporary({ response }: Failure): boolean {
  if (!response || response.status >= 500 || response.status === 429) return true;
  const refusal = response.data?.error;
  const reason = typeof refusal === 'object' ? refusal.errors?.[0]?.reason : undefined;
  return /ratelimitexceeded|quotaexceeded/i.test(reason ?? '');
}

const attemptsOf = ({ config }: Failure) => config?.retryConfig?.currentRetryAttempt ?? 0;
const retryDelayOf = (failure: Failure) =>
  Math.min(Number(failure.response?.headers.get('retry-after') ?? 0) * 1000 || 250 * 2 ** attemptsOf(failure), 3_000);

/** Retries a few times immediately; longer outages are handled by the job queue. */
const retryOptions = (signal: AbortSignal): MethodOptions => ({
  signal,
  timeout: callMs,
  retryConfig: {
    shouldRetry: (error) => !signal.aborted && attemptsOf(error) < triesAtOnce - 1 && isTemporary(error),
    retryBackoff: (error) => sleep(retryDelayOf(error)),
  },
});

function errorOf(failure: Failure): Error {
  const { response } = failure;
  if (!response) return new Error('Google does not answer', { cause: failure });
  const { status, data } = response;
  const refusal = typeof data?.error === 'object' ? data.error : { message: data?.error_description ?? data?.error };
  const error = new GoogleError(status, `Google: ${refusal.message ?? 'no reason given'} (${status})`);
  // 400 concerns the event itself; retrying does not help.
  return status === 400 ? new Unrecoverable(error.message, { cause: error }) : error;
}

async function connect(settings: GoogleSettings): Promise<calendar_v3.Calendar> {
  const { endpoint } = settings;
  const { calendar } = await import('@googleapis/calendar');
  const account = await openGoogleAccount(settings, scope, callMs);
  return calendar({ version: 'v3', auth: account, ...(endpoint !== undefined && { rootUrl: `${endpoint}/` }) });
}

/** Result of a call; undefined if Google answers with one of `statuses`. */
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

/**
 * Client of one calendar, which connects at the first call. Its calls throw a GoogleError for an error response, and
 * Unrecoverable for 400.
 */
export function openGoogleCalendar(settings: GoogleSettings) {
  const calling = reconnecting(() => connect(settings));
  const call = async (work: (events: calendar_v3.Calendar['events']) => Promise<{ data: unknown }>) =>
    (await calling(({ events }) => work(events))).data;
  const { calendarId } = settings;
  const telling = { calendarId, sendUpdates: 'all' };
  const writing = { ...telling, conferenceDataVersion: 1 };
  return {
    /**
     * Creates an event; undefined if one with this id exists. `requestId` identifies the request for a link, which
     * Google handles once.
     */
    insert(id: string, event: GoogleEvent, requestId: string, signal: AbortSignal) {
      const requestBody = { id, ...event, ...conference(requestId) };
      return unless<GoogleAnswer>(
        [409],
        call((events) => events.insert({ ...writing, requestBody }, retryOptions(signal))),
      );
    },
    get: (eventId: string, signal: AbortSignal) =>
      answerOf(call((events) => events.get({ calendarId, eventId }, retryOptions(signal)))),
    /** Updates an event and notifies guests; with a `requestId`, also requests a link. */
    patch(eventId: string, event: GoogleEvent, requestId: string | undefined, signal: AbortSignal) {
      const requestBody = { ...event, status: 'confirmed', ...(requestId && conference(requestId)) };
      return answerOf(call((events) => events.patch({ ...writing, eventId, requestBody }, retryOptions(signal))));
    },
    /** Deletes an event; deleting it again is no error. */
    async remove(eventId: string, signal: AbortSignal): Promise<void> {
      const removing = call((events) => events.delete({ ...telling, eventId }, retryOptions(signal)));
      await unless([404, 410], removing);
    },
  };
}
export type GoogleCalendar = ReturnType<typeof openGoogleCalendar>;
