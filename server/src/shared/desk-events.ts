/** SQL of what the desk did with tracked orders. */
import { sql } from 'kysely';
import type { DeskEvent } from '#contract/order-tracking/desk.ts';
import type { Db } from '#platform/database/database.ts';

const personOf = (column: 'user_id' | 'to_user_id') => sql<DeskEvent['by']>`(select
  json_build_object('userId', person.id, 'name', person.name) from "user" person where person.id = ${sql.ref(`desk_event.${column}`)})`;

/** Latest events of orders, at most `max`, newest first. */
export const findDeskEvents = async (db: Db, orderIds: readonly string[], max: number): Promise<DeskEvent[]> =>
  orderIds.length === 0
    ? []
    : db
        .selectFrom('deskEvent')
        .where('orderId', 'in', orderIds)
        .select(['at', 'kind', 'followUpAt', 'templateName', 'status', 'note'])
        .select([personOf('user_id').as('by'), personOf('to_user_id').as('to')])
        .orderBy('deskEvent.id', 'desc')
        .limit(max)
        .execute();
