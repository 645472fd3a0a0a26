/** Rules of merging accounts: the preview, the merge and its undo (docs/decisions/0095). */
import { sql } from 'kysely';
import type { Reply, Tenant } from '#contract/kernel/endpoint.ts';
import { idOfKey } from '#contract/kernel/record-kinds.ts';
import { type listMerges, type previewMerge, undoDays } from '#contract/user/merge.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict, notFound } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { endSessions } from '#platform/session/session.ts';
import { lockAccess, refreshGaps } from '#shared/access-gaps.ts';
import { places } from '../person/register.ts';
import { findProfile, userRowColumns } from '../queries.ts';
import { carryOut, moveBack } from './move.ts';
import { type Accounts, type Choices, type PersonRow, findRows, planOf } from './plan.ts';

type Preview = Reply<typeof previewMerge>;

/** The account; 404 if it does not exist, or 400 that names the field of the body or query with its id. */
async function findAccount(db: Db, id: string, caller: Caller, path?: string) {
  const { mergedInto, erasedAt, ...account } = await db
    .selectFrom('user')
    .where('id', '=', id)
    .select([...userRowColumns, 'mergedInto', 'erasedAt'])
    .executeTakeFirstOrThrow(() => (path ? badRequest('This user does not exist', path) : notFound('user')));
  if (account.role !== 'member' && caller.role !== 'superadmin')
    throw new HttpError(403, 'Only a superadmin may merge accounts of staff');
  if (mergedInto) throw conflict(`${account.name} (${account.email}) was merged into another account`);
  if (erasedAt) throw conflict('The data of this account was erased');
  return account;
}

async function findBoth(db: Db, { kept, merged }: Accounts, caller: Caller) {
  if (kept === merged) throw badRequest('An account cannot be merged into itself', 'userId');
  if (merged === caller.userId) throw badRequest('You are signed in with this account', 'userId');
  return { kept: await findAccount(db, kept, caller), merged: await findAccount(db, merged, caller, 'userId') };
}

/** Numbers of rows by label, in the order of the register. */
const countsOf = (rows: readonly Pick<PersonRow, 'place'>[]) =>
  [...Map.groupBy(rows, ({ place }) => place)]
    .toSorted(([one], [other]) => places.indexOf(one) - places.indexOf(other))
    .map(([{ label }, some]) => ({ label: label[some.length === 1 ? 0 : 1], count: some.length }));

async function namesOf(db: Db, products: readonly string[]): Promise<Map<string, string>> {
  const ids = products.map(idOfKey);
  const { rows } = await sql<{ key: string; name: string }>`
    select 'course:' || id as key, name from course where id = any(${ids}::uuid[])
    union all select 'path:' || id, name from learning_path where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** Rows of the register that a merge leaves with the other account, with the reason. */
async function findStaying(db: Db, { id, email }: { id: string; email: string }): Promise<Preview['stays']> {
  const queries = places.flatMap(({ table, column, isEmail, stays, isNotInDossier }, n) =>
    stays && !isNotInDossier && table !== 'sign_in_failure'
      ? [
          sql`select ${sql.lit(n)} as n, count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${
            isEmail ? sql`any(${[...new Set([email, email.toLowerCase()])]})` : sql`${id}::uuid`
          }`,
        ]
      : [],
  );
  const { rows } = await sql<{ n: number; count: number }>`${sql.join(queries, sql` union all `)}`.execute(db);
  return rows.flatMap(({ n, count }) => {
    const { label, stays = '' } = places[n]!;
    return count === 0 ? [] : [{ label: label[count === 1 ? 0 : 1], count, reason: stays }];
  });
}

export async function preview(db: Db, accounts: Accounts, caller: Caller): Promise<Preview> {
  const both = await findBoth(db, accounts, caller);
  const found = await findRows(db, accounts);
  const names = await namesOf(db, found.conflicts);
  const inConflict = (rows: PersonRow[], product: string) => countsOf(rows.filter((row) => row.product === product));
  return {
    kept: both.kept,
    merged: both.merged,
    moves: countsOf(found.merged.filter(({ clashes }) => !clashes)),
    conflicts: found.conflicts.map((key) => ({
      key,
      name: names.get(key) ?? key,
      kept: inConflict(found.kept, key),
      merged: inConflict(found.merged, key),
    })),
    stays: await findStaying(db, both.merged),
  };
}

/** Brings up to date what is derived from both accounts. */
async function compareAccess(db: Db, { kept, merged }: Accounts, hasTracking: boolean): Promise<void> {
  await lockAccess(db);
  await refreshGaps(db, { userIds: [kept, merged], hasTracking });
}

const lockBoth = (db: Db, ids: readonly string[]) =>
  sql`select from "user" where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);

interface Work {
  db: Db;
  tenant: Tenant;
  caller: Caller;
  hasTracking: boolean;
}

export async function merge({ db, caller, hasTracking }: Work, accounts: Accounts, choices: Choices) {
  const { kept, merged } = accounts;
  await lockBoth(db, [kept, merged]);
  const both = await findBoth(db, accounts, caller);
  const found = await findRows(db, accounts);
  const open = found.conflicts.filter((key) => !choices.has(key));
  if (open.length > 0) {
    const names = await namesOf(db, open);
    throw conflict(`Choose whose records stay of: ${open.map((key) => names.get(key)).join(', ')}`, 'choices');
  }
  const { id: mergeId } = await db
    .insertInto('userMerge')
    .values({ keptId: kept, mergedId: merged, formerStatus: both.merged.status, byId: caller.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const moved = await carryOut(db, mergeId, planOf(found, choices), { keys: found.keys, ...accounts });
  await db.updateTable('user').set({ status: 0, mergedInto: kept }).where('id', '=', merged).execute();
  await endSessions(db, merged);
  await sql`delete from user_duplicate where dismissed_at is null and ${merged}::uuid in (first_id, second_id)`.execute(
    db,
  );
  await compareAccess(db, accounts, hasTracking);
  return { mergeId, moved };
}

const undoUntil = sql<
  string | null
>`case when undone_at is null and at > now() - make_interval(days => ${sql.lit(undoDays)})
  then at + make_interval(days => ${sql.lit(undoDays)}) end`;

export async function undo({ db, caller, hasTracking }: Work, kept: string, mergeId: string) {
  await findProfile(db, kept);
  const made = await db
    .selectFrom('userMerge')
    .where('id', '=', mergeId)
    .where('keptId', '=', kept)
    .select(['mergedId', 'formerStatus', 'undoneAt', undoUntil.as('undoUntil')])
    .executeTakeFirstOrThrow(() => badRequest('This merge does not exist', 'mergeId'));
  const { mergedId: merged } = made;
  await lockBoth(db, [kept, merged]);
  await findAccount(db, kept, caller);
  const taken = await sql`update user_merge set undone_at = now() where id = ${mergeId} and undone_at is null`.execute(
    db,
  );
  if (made.undoneAt || taken.numAffectedRows === 0n) throw conflict('This merge was undone already');
  if (!made.undoUntil) throw conflict(`A merge can be undone for ${undoDays} days`);
  const accounts = { kept, merged };
  const { keys } = await findRows(db, accounts);
  await moveBack(db, mergeId, { keys, ...accounts });
  await sql`update "user" set status = ${made.formerStatus}, merged_into = null where id = ${merged}`.execute(db);
  await compareAccess(db, accounts, hasTracking);
  return { userId: merged };
}

export async function mergesOf(db: Db, id: string): Promise<Reply<typeof listMerges>> {
  await findProfile(db, id);
  const { rows: merges } = await sql<Reply<typeof listMerges>['merges'][number]>`
    select made.id as merge_id, json_build_object('id', other.id, 'name', other.name, 'email', other.email) as "user",
      by_user.name as by, at, undone_at, ${undoUntil} as undo_until
    from user_merge made join "user" other on other.id = made.merged_id left join "user" by_user on by_user.id = made.by_id
    where made.kept_id = ${id} order by at desc limit 100`.execute(db);
  return { merges };
}
