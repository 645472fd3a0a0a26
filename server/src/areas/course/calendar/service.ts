/** Rules of calendar events (domain.md, Calendar event; docs/decisions/0028). */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EventDraft, linkSources, sendSchedules } from '#contract/course/calendar/endpoints.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { lockForUpdate, updateRecord } from '#platform/records.ts';
import { transactionAs } from '#platform/transaction.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict, notFound } from '#platform/errors.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { classesOf, findLessons, isHeld, moveClass } from '#shared/classes.ts';
import { isAtSameTime } from '#shared/held-classes.ts';
import { calendarEvent } from './jobs.ts';
import { syncOwnEvent, cancelOwnEvent } from './own-events.ts';
import { type EventResult, countInvitees, findClasses, findResults, findSectionIds, findSettings } from './queries.ts';

export interface RequestContext {
  db: Db;
  config: Config;
  caller: Caller;
  requestId: string;
}

type Settings = Awaited<ReturnType<typeof findSettings>>;

function linkSourceOf(config: Config, { meetingUrl, deliveryMode }: Settings): (typeof linkSources)[number] {
  if (config.google) return 'google';
  if (meetingUrl !== null) return 'course';
  if (deliveryMode !== 'online') return 'none';
  return config.meetingServer === null ? 'unconfigured' : 'room';
}

/** Meeting link for a class without one; null: Google creates it, or there is none. Room names are unguessable. */
function newLinkOf(config: Config, settings: Settings): string | null {
  const source = linkSourceOf(config, settings);
  if (source === 'room') return `${config.meetingServer}lectern-${randomBytes(16).toString('hex')}`;
  return source === 'course' ? settings.meetingUrl : null;
}

/** Classes of a course, the source of their meeting links, and the number of invitees. */
export async function scheduleOf(db: Db, config: Config, courseId: string) {
  const settings = await findSettings(db, courseId);
  return {
    classes: await findClasses(db, courseId),
    links: linkSourceOf(config, settings),
    invitees: await countInvitees(db, courseId),
  };
}

/** Saves the draft's times to the section; 409 if neither has times. */
async function settleTimes(tx: Db, courseId: string, sectionId: string, draft: EventDraft, newLink: string | null) {
  await lockForUpdate(tx, 'courseSection', sectionId, null);
  const section = await classesOf(tx, courseId)
    .where('section.id', '=', sectionId)
    .select(isHeld.as('isHeld'))
    .executeTakeFirst();
  if (!section) throw notFound('section');
  const startAt = draft.startAt ?? section.startAt;
  const endAt = draft.endAt ?? section.endAt;
  if (startAt === null) throw conflict('This section has no time yet: say when it starts', 'startAt');
  if (endAt === null) throw conflict('This section has no time yet: say when it ends', 'endAt');
  if (Date.parse(endAt) <= Date.parse(startAt)) throw badRequest('Ends before it starts', 'endAt');
  const gmeetUrl = section.gmeetUrl ?? newLink;
  if (!isAtSameTime(section, { startAt, endAt })) {
    const lessons = await findLessons(tx, courseId);
    await moveClass(tx, section, { lessons, to: { startAt, endAt }, path: 'startAt', more: { gmeetUrl } });
  } else if (section.gmeetUrl !== gmeetUrl) await updateRecord(tx, 'courseSection', sectionId, { gmeetUrl });
}

const guestsOf = (addresses: readonly string[]) =>
  JSON.stringify([...new Set(addresses.map((address) => address.toLowerCase()))].toSorted());

/** Creates or updates the event of a section; omitted fields stay. A section has one event. */
async function keepEvent(tx: Db, sectionId: string, draft: EventDraft, provider: 'google' | 'own'): Promise<string> {
  const { summary, description, location, timeZone, attendees } = draft;
  const fields = {
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(location !== undefined && { location }),
    ...(timeZone !== undefined && { timeZone }),
    ...(attendees !== undefined && { attendees: attendees && guestsOf(attendees) }),
  };
  const present = await tx
    .selectFrom('calendarEvent')
    .where('sectionId', '=', sectionId)
    .select(['id', 'provider'])
    .executeTakeFirst();
  if (!present) {
    const made = await tx
      .insertInto('calendarEvent')
      .values({ sectionId, provider, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  }
  // Google's events stay with Google; own events are moved to it.
  const goesOver = present.provider === 'own' && provider === 'google';
  if (goesOver) await cancelOwnEvent(tx, present.id);
  const change = { ...fields, ...(goesOver && { provider, content: null, meetingUrl: null }) };
  if (Object.keys(change).length > 0)
    await tx.updateTable('calendarEvent').set(change).where('id', '=', present.id).execute();
  return present.id;
}

/** Commits the event of a section and returns its id; own events are settled, Google's are enqueued. */
async function saveEvent(
  asking: RequestContext,
  courseId: string,
  sectionId: string,
  draft: EventDraft,
): Promise<string> {
  const { db, config, caller, requestId } = asking;
  return transactionAs(caller, db, requestId, async (tx) => {
    await settleTimes(tx, courseId, sectionId, draft, newLinkOf(config, await findSettings(tx, courseId)));
    const eventId = await keepEvent(tx, sectionId, draft, config.google ? 'google' : 'own');
    const { provider } = await tx
      .selectFrom('calendarEvent')
      .where('id', '=', eventId)
      .select('provider')
      .executeTakeFirstOrThrow();
    if (provider === 'own') await syncOwnEvent(tx, eventId);
    else {
      await sql`update calendar_event set state = 'pending', error = null where id = ${eventId}`.execute(tx);
      await enqueue(tx, calendarEvent, { eventId });
    }
    return eventId;
  });
}

/** Time that a call waits for its jobs, which then continue in the background. */
const patienceMs = 12_000;
const lookMs = 150;

async function resultsOf(db: Db, eventIds: readonly string[]): Promise<EventResult[]> {
  if (eventIds.length === 0) return [];
  for (const until = Date.now() + patienceMs; ; await sleep(lookMs)) {
    const results = await findResults(db, eventIds);
    if (results.every(({ state }) => state !== 'pending') || Date.now() > until) return results;
  }
}

/** Saves the event of a section and waits for Google; 502 if Google refused it, 504 if there is no answer yet. */
export async function createEvent(asking: RequestContext, courseId: string, sectionId: string, draft: EventDraft) {
  const eventId = await saveEvent(asking, courseId, sectionId, draft);
  const [result] = await resultsOf(asking.db, [eventId]);
  if (result?.state === 'failed') throw new HttpError(502, result.error ?? 'Google did not take it');
  if (result?.state !== 'sent')
    throw new HttpError(
      504,
      'Google has not answered yet; the link comes by itself, and asking again makes no second one',
    );
  return { eventId, gmeetUrl: result.gmeetUrl };
}

type EventToSend = ValidatedInput<typeof sendSchedules>['body']['events'][number];

/** Result of one event of many: its id, or the error for the caller. Unexpected errors are thrown. */
async function tried(asking: RequestContext, courseId: string, { sectionId, ...draft }: EventToSend) {
  try {
    return { sectionId, eventId: await saveEvent(asking, courseId, sectionId, draft) };
  } catch (error) {
    if (!(error instanceof HttpError) || error.statusCode === 401) throw error;
    return { sectionId, error: error.message };
  }
}

/**
 * Sends the events of several sections, each in its own transaction; returns the result of each. 400 for a section of
 * another course.
 */
export async function sendAll(asking: RequestContext, courseId: string, events: readonly EventToSend[]) {
  await findSettings(asking.db, courseId);
  const known = await findSectionIds(asking.db, courseId);
  const stray = events.findIndex(({ sectionId }) => !known.has(sectionId));
  if (stray >= 0) throw badRequest('This course has no such section', `events.${stray}.sectionId`);
  const saved = [];
  // Sequentially: each has its own transaction, and those of one course would wait for each other.
  for (const event of events) saved.push(await tried(asking, courseId, event));
  const results = await resultsOf(
    asking.db,
    saved.flatMap(({ eventId }) => eventId ?? []),
  );
  const byId = new Map(results.map((result) => [result.eventId, result]));
  return {
    events: saved.map((one) => {
      const result = one.eventId === undefined ? undefined : byId.get(one.eventId);
      if (!result) return one;
      const { gmeetUrl, state, error } = result;
      return { sectionId: one.sectionId, eventId: result.eventId, gmeetUrl, state, ...(error !== null && { error }) };
    }),
  };
}
