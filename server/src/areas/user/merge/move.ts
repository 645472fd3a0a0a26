/** Moving the rows of a merge and of its undo, with a record of each. */
import { sql } from 'kysely';
import { counted } from '#contract/kernel/counted.ts';
import { conflict } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import type { Place } from '../person/place.ts';
import { places } from '../person/register.ts';
import { type Accounts, type Found, type PersonRow, type Plan, keySql } from './plan.ts';

/** Columns that change without a person's doing, or with the move. */
const unmarked = ['version', 'updated_at', 'search', 'name_key'];

type Key = PersonRow['key'];
type Deed = 'forth' | 'back' | 'removed';

const move = (db: Db, { table, column }: Place, sender: string, receiver: string, forth: Key[], back: Key[]) =>
  sql`select move_person_rows(${table}, ${column}, ${sender}, ${receiver}, ${JSON.stringify(forth)}::jsonb, ${JSON.stringify(back)}::jsonb)`.execute(
    db,
  );

/** Hash of each row of a person at a place, by key. */
const marked = (place: Place, columns: readonly string[], person: string) => sql`
  select ${keySql(place, columns)} as key, md5((to_jsonb(mine) - ${[...unmarked, place.column]}::text[])::text) as mark
  from ${sql.table(place.table)} mine where mine.${sql.ref(place.column)} = ${person}::uuid`;

/** Removes a link that both accounts have; returns the row. */
async function removeLink(db: Db, { place, key }: PersonRow, person: string): Promise<Key> {
  const row = { ...key, [place.column]: person };
  const same = Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}::uuid`);
  const { rows } = await sql<{ row: Key }>`delete from ${sql.table(place.table)} gone
    where ${sql.join(same, sql` and `)} returning to_jsonb(gone) as row`.execute(db);
  return rows[0]!.row;
}

/** Membership that a merge lengthened: `person` had it until `from`, and has it until `to`. */
interface Lengthened {
  person: string;
  from: string;
  to: string | null;
}

/** Condition on a row `link` that it is a person's membership in what another row of the place is about. */
const isSameOf = ({ clash = [] }: Place, row: Key, person: string, link = 'link') =>
  sql`${sql.ref(`${link}.user_id`)} = ${person}::uuid and ${sql.join(
    clash.map((column) => sql`${sql.ref(`${link}.${column}`)} = ${row[column]}::uuid`),
    sql` and `,
  )}`;

/** Gives a membership that stays the last day of the one that goes, if that is later; none is the latest. */
async function keepLaterEnd(db: Db, place: Place, gone: Key, person: string): Promise<Lengthened | undefined> {
  if (!('access_ends_on' in gone)) return undefined;
  const to = gone['access_ends_on'] as string | null;
  const table = sql.table(place.table);
  const { rows } = await sql<{ from: string }>`update ${table} link set access_ends_on = ${to}::date
    from ${table} former where ${isSameOf(place, gone, person)} and ${isSameOf(place, gone, person, 'former')}
      and link.access_ends_on is not null and (${to}::date is null or ${to}::date > link.access_ends_on)
    returning former.access_ends_on::text as "from"`.execute(db);
  return rows[0] && { person, from: rows[0].from, to };
}

const shorten = (db: Db, place: Place, gone: Key, { person, from, to }: Lengthened) =>
  sql`update ${sql.table(place.table)} link set access_ends_on = ${from}::date where ${isSameOf(place, gone, person)}
    and access_ends_on is not distinct from ${to}::date`.execute(db);

interface Recorded {
  place: Place;
  deed: Deed;
  keys: Key[];
}

/** Carries out a plan, and records it under the merge; returns the number of rows that moved. */
export async function carryOut(
  db: Db,
  mergeId: string,
  { forth, back, removed }: Plan,
  { keys, kept, merged }: Pick<Found, 'keys'> & Accounts,
) {
  const done: Recorded[] = [];
  for (const one of removed) {
    const [from, stays] = one.side === 'kept' ? [kept, merged] : [merged, kept];
    const gone = await removeLink(db, one, from);
    const lengthened = await keepLaterEnd(db, one.place, gone, stays);
    done.push({ place: one.place, deed: 'removed', keys: [{ ...gone, ...(lengthened && { lengthened }) }] });
  }
  for (const place of places) {
    const ofPlace = (rows: PersonRow[]) => rows.filter((row) => row.place === place).map(({ key }) => key);
    const [there, here] = [ofPlace(forth), ofPlace(back)];
    if (there.length + here.length > 0) await move(db, place, merged, kept, there, here);
    done.push({ place, deed: 'forth', keys: there }, { place, deed: 'back', keys: here });
  }
  let n = 0;
  for (const { place, deed, keys: some } of done) {
    if (some.length === 0) continue;
    const mark = deed === 'removed' ? sql`null::text` : sql`(select mark from marked where marked.key = one.key)`;
    await sql`with marked as materialized (${marked(place, keys.get(place.table)!, deed === 'back' ? merged : kept)})
      insert into user_merge_row (merge_id, n, table_name, column_name, deed, key, mark)
      select ${mergeId}, ${n}::int + place::int, ${place.table}, ${place.column}, ${deed}, one.key, ${mark}
      from jsonb_array_elements(${JSON.stringify(some)}::jsonb) with ordinality one (key, place)`.execute(db);
    n += some.length;
  }
  return forth.length;
}

interface RecordedRow {
  tableName: string;
  columnName: string;
  deed: Deed;
  key: Key;
  mark: string | null;
}

/** 409 unless the rows are where the merge put them, as it left them. */
async function requireUnchanged(db: Db, place: Place, columns: readonly string[], person: string, rows: RecordedRow[]) {
  const { rows: now } = await sql<{ key: Key; mark: string }>`${marked(place, columns, person)}`.execute(db);
  const textOf = (key: Key) => JSON.stringify(Object.entries(key).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const marks = new Map(now.map(({ key, mark }) => [textOf(key), mark]));
  const changed = rows.filter(({ key, mark }) => marks.get(textOf(key)) !== mark).length;
  if (changed > 0)
    throw conflict(
      `${counted(changed, ...place.label)} changed or removed since the merge: it cannot be undone any more`,
    );
}

/** Moves back what a merge moved. */
export async function moveBack(
  db: Db,
  mergeId: string,
  { keys, kept, merged }: Pick<Found, 'keys'> & Accounts,
): Promise<void> {
  const rows: RecordedRow[] = await db
    .selectFrom('userMergeRow')
    .select(['tableName', 'columnName', sql<Deed>`deed`.as('deed'), sql<Key>`key`.as('key'), 'mark'])
    .where('mergeId', '=', mergeId)
    .execute();
  for (const place of places) {
    const ofDeed = (deed: Deed) =>
      rows.filter((row) => row.deed === deed && row.tableName === place.table && row.columnName === place.column);
    const [forth, back] = [ofDeed('forth'), ofDeed('back')];
    const keysIn = (some: RecordedRow[]) => some.map(({ key }) => key);
    if (forth.length > 0) await requireUnchanged(db, place, keys.get(place.table)!, kept, forth);
    if (back.length > 0) await requireUnchanged(db, place, keys.get(place.table)!, merged, back);
    if (forth.length + back.length > 0) await move(db, place, kept, merged, keysIn(forth), keysIn(back));
    for (const { key } of ofDeed('removed')) {
      await sql`insert into ${sql.table(place.table)} select * from jsonb_populate_record(null::${sql.table(place.table)}, ${JSON.stringify(key)}::jsonb)
        on conflict do nothing`.execute(db);
      if (key['lengthened']) await shorten(db, place, key, key['lengthened'] as Lengthened);
    }
  }
}
