/** Events in Google Calendar: reconciles Google's event with the desired state; safe to repeat after any interruption. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import {
  type GoogleAnswer,
  type GoogleCalendar,
  type GoogleEvent,
  openGoogleCalendar,
} from '#platform/calendar/google.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { Unrecoverable } from '#platform/jobs/unrecoverable.ts';
import { type Event, contentOf, findEvent, guestsOf } from './queries.ts';

const calendars = new WeakMap<Config, GoogleCalendar>();

/** Client of the process, which caches its token. */
function calendarOf(config: Config): GoogleCalendar {
  if (!config.google) throw new Unrecoverable('Google Calendar is not connected any more');
  const calendar = calendars.get(config) ?? openGoogleCalendar(config.google);
  calendars.set(config, calendar);
  return calendar;
}

/** Google's event id (a–v, 0–9): the event's UUID without dashes, so that a repeated insert conflicts. */
const googleId = (id: string) => id.replaceAll('-', '');
const requestOf = ({ id, conferenceTry }: Pick<Event, 'id' | 'conferenceTry'>) => `${id}-${conferenceTry}`;

async function wantedOf(db: Db, event: Event): Promise<GoogleEvent | null> {
  const content = contentOf(event);
  if (!content) return null;
  const { summary, description, location, startAt, endAt, timeZone } = content;
  const attendees = (await guestsOf(db, event)).map(({ email, name }) => ({ email, displayName: name }));
  return {
    summary,
    description,
    location,
    start: { dateTime: startAt, timeZone },
    end: { dateTime: endAt, timeZone },
    attendees,
  };
}

const heardOf = (event: Partial<GoogleEvent>) => ({
  summary: event.summary ?? '',
  description: event.description ?? '',
  location: event.location ?? '',
  start: Date.parse(event.start?.dateTime ?? ''),
  end: Date.parse(event.end?.dateTime ?? ''),
  attendees: (event.attendees ?? []).map(({ email }) => email.toLowerCase()).toSorted(),
});

/** Inserts or updates the event in Google; if the response to an earlier insert was lost, reads the event again. */
async function put(calendar: GoogleCalendar, event: Event, desired: GoogleEvent, signal: AbortSignal) {
  const id = googleId(event.id);
  const inserted = event.content === null && (await calendar.insert(id, desired, requestOf(event), signal));
  const present = inserted || (await calendar.get(id, signal));
  const isSame = present.status !== 'cancelled' && isDeepStrictEqual(heardOf(present), heardOf(desired));
  const request = present.conferenceData?.createRequest;
  // Google does not retry a failed conference request under the same id.
  const isTriedAgain = request?.status?.statusCode === 'failure' && request.requestId !== requestOf(event);
  const needsLink = isTriedAgain || (!present.hangoutLink && !request);
  if (isSame && !needsLink) return present;
  return calendar.patch(id, desired, needsLink ? requestOf(event) : undefined, signal);
}

const pollMs = 500;
const polls = 40;

/** Meeting link, which Google creates asynchronously; polled. */
async function linkOf(calendar: GoogleCalendar, db: Db, event: Event, first: GoogleAnswer, signal: AbortSignal) {
  let answer = first;
  for (let poll = 0; poll < polls; poll += 1) {
    const status = answer.conferenceData?.createRequest?.status?.statusCode;
    if (answer.hangoutLink && status !== 'pending') return answer.hangoutLink;
    if (status === 'failure') {
      await sql`update calendar_event set conference_try = conference_try + 1
        where id = ${event.id} and conference_try = ${event.conferenceTry}`.execute(db);
      throw new Error('Google could not make a link for the meeting');
    }
    await sleep(pollMs, undefined, { signal });
    answer = await calendar.get(googleId(event.id), signal);
  }
  throw new Error('Google has not made the link of the meeting yet');
}

async function keep(db: Db, event: Event, desired: GoogleEvent, url: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('calendarEvent')
      .set({ content: JSON.stringify(desired), meetingUrl: url, state: 'sent', error: null })
      .where('id', '=', event.id)
      .execute();
    await sql`update course_section set gmeet_url = ${url}
      where id = ${event.sectionId} and gmeet_url is distinct from ${url}`.execute(tx);
  });
}

const setState = (db: Db, id: string, state: 'sent' | 'cancelled') =>
  db.updateTable('calendarEvent').set({ state, error: null }).where('id', '=', id).execute();

const isOver = (event: GoogleEvent) => Date.parse(event.end.dateTime) < Date.now();

/** One round; true if Google has the state that was read last. */
async function isSettled(db: Db, calendar: GoogleCalendar, event: Event, signal: AbortSignal): Promise<boolean> {
  const desired = await wantedOf(db, event);
  const last = event.content as GoogleEvent | null;
  if (!desired) {
    if (event.state !== 'cancelled') await calendar.remove(googleId(event.id), signal);
    await setState(db, event.id, 'cancelled');
    return true;
  }
  const isNews = !last || !(isOver(last) && isOver(desired));
  if (event.meetingUrl && event.state !== 'cancelled' && (!isNews || isDeepStrictEqual(desired, last))) {
    if (event.state !== 'sent') await setState(db, event.id, 'sent');
    return true;
  }
  const answer = await put(calendar, event, desired, signal);
  await keep(db, event, desired, await linkOf(calendar, db, event, answer, signal));
  return false;
}

/** Maximum of rounds if the event keeps changing, before the queue retries. */
const rounds = 5;

/**
 * Runs without a transaction while calling Google. Concurrent runs can overwrite each other, so each reads again after
 * writing and ends when nothing has changed.
 */
export async function syncGoogleEvent(db: Db, config: Config, eventId: string, signal: AbortSignal): Promise<void> {
  const calendar = calendarOf(config);
  for (let round = 0; round < rounds; round += 1) {
    const event = await findEvent(db, eventId);
    if (!event || (await isSettled(db, calendar, event, signal))) return;
  }
  throw new Error('This class changes faster than Google takes it in');
}
