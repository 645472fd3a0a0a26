/**
 * SQL of a user's timeline: events of the audit trail, with their actors, and of the records themselves, which are older
 * than the trail or written elsewhere. A record's own event is left out where the trail has it.
 */
import { sql } from 'kysely';
import type { UserTimelineKind } from '#contract/user/timeline.ts';
import type { Db } from '#platform/database/database.ts';
import { type Page, type PageInfo, offsetOf, pageInfo } from '#platform/list.ts';
import { type Event, eventsOf } from './timeline-event.ts';
import { ofRecords } from './timeline-records.ts';
import { ofAccount, ofTrail, trailOf } from './timeline-trail.ts';
import type { TimelineRow } from './timeline-words.ts';

const unionOf = (events: readonly Event[]) => sql.join(events.map(eventsOf), sql` union all `);

export interface TimelineQuery extends Page {
  kind?: UserTimelineKind | undefined;
  /** Whether the caller may read changes of the account. */
  hasAccount: boolean;
}

/** Page of a user's timeline, newest first, and the number of all entries. */
export async function findTimeline(
  db: Db,
  userId: string,
  { kind, hasAccount, ...page }: TimelineQuery,
): Promise<{ head: PageInfo; rows: TimelineRow[] }> {
  const { rows } = await sql<TimelineRow & { total: number }>`with ${trailOf(userId)},
      changed as materialized (${unionOf(hasAccount ? [...ofTrail, ...ofAccount] : ofTrail)}),
      stored as (${unionOf(ofRecords.map((of) => of(userId)))}),
      event as (select * from changed union all select * from stored
        where subject is null or not exists (select from changed where changed.event = stored.event and changed.subject = stored.subject))
    select *, count(*) over ()::int as total from event ${kind ? sql`where kind = ${kind}` : sql``}
    order by at desc, event, subject limit ${page.pageSize} offset ${offsetOf(page)}`.execute(db);
  // A page beyond the end has no row that carries the total.
  if (rows.length === 0 && page.page > 1) {
    const { head } = await findTimeline(db, userId, { kind, hasAccount, page: 1, pageSize: 1 });
    return { head: { ...head, ...page }, rows };
  }
  return { head: pageInfo(page, rows[0]?.total ?? 0, true), rows };
}
