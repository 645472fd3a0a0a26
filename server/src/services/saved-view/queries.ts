/** SQL of saved views; no paging, as a list has only tens of them. */
import { sql } from 'kysely';
import type { SavedView, ViewedList } from '#contract/kernel/saved-view.ts';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';

/** Saved view with the list that it belongs to. */
export interface View extends SavedView {
  list: ViewedList;
}

const views = (db: Db) =>
  db
    .selectFrom('savedView')
    .innerJoin('user', 'user.id', 'savedView.userId')
    .select([
      'savedView.id as viewId',
      sql<ViewedList>`list`.as('list'),
      'savedView.name',
      'isShared',
      'query',
      'savedView.userId as ownerId',
      'user.name as ownerName',
      'savedView.version',
    ]);

/** Views of the lists that the user has pinned, if they are the user's own or shared. */
export const findPinned = (db: Db, lists: readonly ViewedList[], userId: string): Promise<View[]> =>
  views(db)
    .innerJoin('savedViewPin', 'savedViewPin.savedViewId', 'savedView.id')
    .where('savedViewPin.userId', '=', userId)
    .where('savedView.list', 'in', lists)
    .where((is) => is.or([is('savedView.userId', '=', userId), is('isShared', '=', true)]))
    .orderBy('savedView.id')
    .execute();

/** Pins a view for the user; without effect if it is pinned. */
export const insertPin = (db: Db, savedViewId: string, userId: string) =>
  db
    .insertInto('savedViewPin')
    .values({ userId, savedViewId })
    .onConflict((pin) => pin.doNothing())
    .execute();

export const deletePin = (db: Db, savedViewId: string, userId: string) =>
  db.deleteFrom('savedViewPin').where('userId', '=', userId).where('savedViewId', '=', savedViewId).execute();

/** Views of a list that the user owns; with `withShared`, also the shared ones. */
export const findViews = (db: Db, list: ViewedList, userId: string, withShared: boolean): Promise<View[]> =>
  views(db)
    .where('savedView.list', '=', list)
    .where((is) => is.or([is('userId', '=', userId), ...(withShared ? [is('isShared', '=', true)] : [])]))
    .orderBy('savedView.id')
    .execute();

/** View by its id, whoever owns it; undefined: no such view. */
export const findView = (db: Db, id: string): Promise<View | undefined> =>
  views(db).where('savedView.id', '=', id).executeTakeFirst();

/** Blocks other transactions from adding or sharing views of the list until this one ends. */
export const lockViews = (db: Db, list: string) => oneAtATime(db, `views of ${list}`);

/** Numbers of views of a list: the user's own, and the shared ones. */
export const countViews = (db: Db, list: string, userId: string) =>
  db
    .selectFrom('savedView')
    .select([
      sql<number>`(count(*) filter (where user_id = ${userId}))::int`.as('own'),
      sql<number>`(count(*) filter (where is_shared))::int`.as('shared'),
    ])
    .where('list', '=', list)
    .executeTakeFirstOrThrow();

type Deleted = Pick<View, 'list' | 'name' | 'isShared' | 'query' | 'ownerId' | 'version'>;

/** Last state of a deleted view, from the audit trail. */
export async function findDeleted(db: Db, id: string): Promise<Deleted | undefined> {
  const { rows } = await sql<Deleted>`
    with entries as (
      select audit.* from audit_record filed join audit on audit.id = line or part_of = line
      where filed.table_name = 'saved_view' and filed.record_id = ${id}
        and audit.table_name = 'saved_view' and audit.record_id = ${id})
    select before ->> 'list' as list, before ->> 'name' as name, before ->> 'query' as query,
      (before ->> 'is_shared')::boolean as is_shared, before ->> 'user_id' as owner_id,
      (select max(version) from entries) as version
    from entries where action = 'delete' order by id desc limit 1`.execute(db);
  return rows[0];
}

/** Restores a deleted view with the trail's latest version, so that an If-Match from before the deletion is not accepted. */
export const reinsertView = (db: Db, id: string, { ownerId, list, name, isShared, query, version }: Deleted) =>
  sql`insert into saved_view (id, user_id, list, name, is_shared, query, version)
    values (${id}, ${ownerId}, ${list}, ${name}, ${isShared}, ${query}, ${version})`.execute(db);
