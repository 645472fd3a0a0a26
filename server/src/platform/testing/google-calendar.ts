/** Local server for Google's token endpoint and Calendar v3, with faults on demand. */
import type { ServerResponse } from 'node:http';
import type { GoogleAnswer } from '../calendar/google.ts';
import { type ApiCall, Refused, say, testGoogle } from './google-server.ts';

export interface GoogleCall {
  method: string;
  path: string;
  body: Partial<GoogleAnswer> & { id?: string };
}

/** Fault of a call: an error status, or a lost reply after the work is done; undefined: none. */
type Trouble = (call: GoogleCall) => Promise<Fault> | Fault;
type Fault = { status: number; reason?: string; retryAfter?: number } | 'lose the reply' | undefined;

interface StoredEvent extends GoogleAnswer {
  /** Number of reads since a link was requested. */
  reads: number;
}

/** Calendar logic without HTTP. */
class Calendar {
  events = new Map<string, StoredEvent>();
  /** Links by request id; each request is answered once. */
  links = new Map<string, string>();
  failed = new Set<string>();
  /** Notifications that Google would have sent to guests. */
  notified: { id: string; method: string }[] = [];
  readsUntilLink = 0;
  failLinks = 0;

  act({ method, path, body }: GoogleCall, notify: boolean): StoredEvent | undefined {
    const id = path.split('/')[1];
    if (method === 'POST') return this.#insert(body, notify);
    const event = this.events.get(id ?? '');
    if (!event) throw new Refused(404, 'Not Found');
    if (method === 'GET') return this.#read(event);
    if (event.status === 'cancelled' && method === 'DELETE') throw new Refused(410, 'Resource has been deleted');
    if (notify) this.notified.push({ id: event.id, method });
    if (method === 'DELETE') event.status = 'cancelled';
    if (method === 'PATCH') this.#change(event, body);
    return method === 'DELETE' ? undefined : event;
  }

  #insert(body: GoogleCall['body'], notify: boolean): StoredEvent {
    if (!body.id || !/^[a-v0-9]{5,1024}$/.test(body.id)) throw new Refused(400, 'Invalid resource id value.');
    if (this.events.has(body.id)) throw new Refused(409, 'The requested identifier already exists.');
    const event = { ...body, status: 'confirmed', reads: 0 } as StoredEvent;
    this.events.set(body.id, event);
    if (notify) this.notified.push({ id: body.id, method: 'POST' });
    this.#change(event, body);
    return event;
  }

  #change(event: StoredEvent, body: GoogleCall['body']): void {
    Object.assign(event, body);
    const request = body.conferenceData?.createRequest;
    if (!request) return;
    event.reads = 0;
    event.conferenceData = { createRequest: { requestId: request.requestId, status: { statusCode: 'pending' } } };
    if (this.readsUntilLink === 0) this.#read(event);
  }

  #read(event: StoredEvent): StoredEvent {
    const request = event.conferenceData?.createRequest;
    if (request?.status?.statusCode !== 'pending') return event;
    event.reads += 1;
    if (event.reads < this.readsUntilLink) return event;
    if (this.failLinks > 0 || this.failed.has(request.requestId)) {
      this.failLinks -= 1;
      this.failed.add(request.requestId);
      request.status = { statusCode: 'failure' };
      return event;
    }
    const link = this.links.get(request.requestId) ?? `https://meet.google.com/lnk-${this.links.size + 1}`;
    this.links.set(request.requestId, link);
    request.status = { statusCode: 'success' };
    event.hangoutLink = link;
    return event;
  }
}

export async function testGoogleCalendar() {
  const calendar = new Calendar();
  const calls: GoogleCall[] = [];
  const faults = { trouble: (() => undefined) as Trouble };

  async function answer({ method, url, body }: ApiCall, response: ServerResponse): Promise<unknown> {
    const [, path] = /^\/calendar\/v3\/calendars\/classes%40studio\.test\/events(.*)$/.exec(url.pathname) ?? [];
    if (path === undefined) throw new Refused(404, 'Not Found');
    const one: GoogleCall = { method, path, body };
    calls.push(one);
    const fault = await state.trouble(one);
    if (typeof fault === 'object') {
      const error = {
        code: fault.status,
        message: 'Told to fail',
        errors: [{ reason: fault.reason ?? 'backendError' }],
      };
      const after: Record<string, string> =
        fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
      return say(response, fault.status, { error }, after);
    }
    const result = calendar.act(one, url.searchParams.get('sendUpdates') === 'all');
    if (fault === 'lose the reply') return response.destroy();
    return say(response, result ? 200 : 204, result);
  }

  const google = await testGoogle('https://www.googleapis.com/auth/calendar.events', answer);
  const state = Object.assign(google.state, faults);
  return {
    calendar,
    calls: calls,
    state,
    environment: {
      GOOGLE_CLIENT_EMAIL: google.clientEmail,
      GOOGLE_PRIVATE_KEY: google.privateKey,
      GOOGLE_CALENDAR_ID: 'classes@studio.test',
      GOOGLE_ENDPOINT: google.endpoint,
    },
    close: google.close,
  };
}
export type TestGoogleCalendar = Awaited<ReturnType<typeof testGoogleCalendar>>;
