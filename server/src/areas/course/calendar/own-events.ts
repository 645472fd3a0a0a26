/** Events without Google: guests get an invitation by e-mail, an update for each change, and a cancellation. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { enqueueAll } from '#platform/jobs/outbox.ts';
import { type Content, type Event, type Guest, contentOf, findEvent, guestsOf } from './queries.ts';
import { sendInvitation } from './send-invitation.ts';

type Method = 'REQUEST' | 'CANCEL';
interface Letter extends Guest {
  method: Method;
}

const isOver = (content: Content | null) => content !== null && Date.parse(content.endAt) < Date.now();

/** Letters to send now, and whether their sequence number must be higher than before. */
function planLetters(present: Content | null, last: unknown, guests: readonly Guest[], had: readonly Letter[]) {
  const isChanged = last !== null && !isDeepStrictEqual(present, last);
  const byEmail = new Map(had.map((letter) => [letter.email, letter]));
  const invited = new Set(guests.map(({ email }) => email));
  const isDue = ({ email }: Guest) => isChanged || byEmail.get(email)?.method !== 'REQUEST';
  const letters: Letter[] = [
    ...guests.filter(isDue).map((guest) => ({ ...guest, method: 'REQUEST' as const })),
    ...had
      .filter(({ email, method }) => method === 'REQUEST' && !invited.has(email))
      .map(({ email, name }) => ({ email, name, method: 'CANCEL' as const })),
  ];
  // A guest who is cancelled, or invited again, must get a higher sequence number than last time.
  const isKnownGuest = letters.some(({ email }) => byEmail.has(email));
  return { letters, rises: isChanged || isKnownGuest };
}

/** Records the letters to send, which jobs send after the commit; none if nothing has changed. Call in a transaction. */
export async function syncOwnEvent(tx: Db, eventId: string): Promise<void> {
  await sql`select 1 from calendar_event where id = ${eventId} for no key update`.execute(tx);
  const event = await findEvent(tx, eventId);
  if (!event) return;
  const present = contentOf(event);
  const last = event.content as Content | null;
  // Changes of past classes are not announced.
  if (last && isOver(last) && (present === null || isOver(present))) return;
  await recordLetters(tx, event, present, present ? await guestsOf(tx, event) : []);
}

async function recordLetters(tx: Db, event: Event, present: Content | null, guests: readonly Guest[]): Promise<void> {
  const had = await tx
    .selectFrom('calendarInvitation')
    .where('eventId', '=', event.id)
    .select(['email', 'name', 'method'])
    .execute();
  // A cancellation repeats the last content that was sent.
  const content = present ?? (event.content as Content | null);
  const { letters, rises } = planLetters(content, event.content, guests, had);
  const sequence = rises ? event.sequence + 1 : event.sequence;
  await tx
    .updateTable('calendarEvent')
    .set({
      content: JSON.stringify(content),
      sequence,
      state: present ? 'sent' : 'cancelled',
      error: null,
      meetingUrl: present?.url ?? null,
    })
    .where('id', '=', event.id)
    .execute();
  await post(tx, event.id, sequence, letters);
}

async function post(tx: Db, eventId: string, sequence: number, letters: readonly Letter[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into calendar_invitation (event_id, email, name, method, sequence)
      select ${eventId}::uuid, letter.email, letter.name, letter.method, ${sequence}::int
      from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb) as letter (email text, name text, method text)
      on conflict (tenant, event_id, email) do update
        set name = excluded.name, method = excluded.method, sequence = excluded.sequence, sent_at = null,
          is_change = calendar_invitation.method = 'REQUEST'
      returning id`.execute(tx);
  await enqueueAll(
    tx,
    sendInvitation,
    rows.map(({ id }) => ({ invitationId: id })),
  );
}

/** Cancels an event for all its guests, when another provider takes it over. */
export async function cancelOwnEvent(tx: Db, eventId: string): Promise<void> {
  const event = await findEvent(tx, eventId);
  if (event) await recordLetters(tx, event, null, []);
}
