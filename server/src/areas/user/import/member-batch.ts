/** Batches that import members; the undo removes new ones who have nothing yet, and gives the others their values back. */
import { type RawBuilder, sql } from 'kysely';
import { batchKinds } from '#contract/batch/endpoints.ts';
import { startImport } from '#contract/user/import/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { attempt } from '#shared/attempt.ts';
import type { ImportChange } from '#shared/batch/import.ts';
import type { RecordedKind } from '#shared/batch/kind.ts';
import { sendLinks } from '#shared/mail/account-mail.ts';
import type { Setting } from '#shared/batch/setting.ts';

/** Rows of the batch for these records. */
const rowsOf = (batchId: string, ids: readonly string[]) =>
  sql`import_row row where row.batch_id = ${batchId} and row.record_id = any(${ids}::uuid[])`;

async function lock(db: Db, batchId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  await sql`select 1 from "user" where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
  const { rows } = await sql<{ id: string; value: string | null }>`select record_id as id,
      case when person.id is null then case when former is null then 'none' end
        when to_jsonb(person) @> data then 'imported' when to_jsonb(person) @> former then 'before' else 'other' end as value
    from (select * from ${rowsOf(batchId, ids)}) row left join "user" person on person.id = record_id`.execute(db);
  return new Map(rows.flatMap(({ id, value }) => (value === null ? [] : [[id, value]])));
}

const written = sql.raw('email, name, external_id, phone_number, phone_e164, uoc, job, location');

async function changed(db: Db, statement: RawBuilder<{ id: string }>): Promise<string[]> {
  return (await statement.execute(db)).rows.map(({ id }) => id);
}

/** Inserts the new members, and sends them invitations if that was ticked. */
async function insert(db: Db, { batchId, mails }: ImportChange, ids: readonly string[]): Promise<string[]> {
  const { rows } = await insertNew(batchId, ids).execute(db);
  if (mails)
    await sendLinks(
      db,
      rows.map((user) => ({ ...user, hasPassword: false })),
    );
  return rows.map(({ id }) => id);
}

const insertNew = (batchId: string, ids: readonly string[]) => sql<{ id: string; email: string }>`
  insert into "user" (id, role, password_hash, ${written})
    select record_id, 'member', '', person.email, person.name, external_id, coalesce(phone_number, ''), phone_e164, coalesce(uoc, ''),
      coalesce(job, ''), coalesce(location, '')
    from (select * from ${rowsOf(batchId, ids)}) row, jsonb_populate_record(null::"user", data) person where former is null
  on conflict do nothing returning id, email`;

const update = (batchId: string, ids: readonly string[], values: 'data' | 'former') => sql<{ id: string }>`
  update "user" set (${written}) = (select ${written} from jsonb_populate_record("user", ${sql.ref(values)}))
  from (select * from ${rowsOf(batchId, ids)}) row where "user".id = record_id and former is not null returning "user".id`;

/** Tables with what a member has done or got; who has none of it can be removed again. */
const belongings = ['order', 'course_user', 'learning_path_user', 'subscription', 'project_submission', 'certificate', 'attendance', 'lesson_completion', 'quiz_attempt'] as const; // prettier-ignore

const remove = (ids: readonly string[]) => sql<{ id: string }>`delete from "user" where id = any(${ids}::uuid[])
  and last_login_at is null and ${sql.join(
    belongings.map((table) => sql`not exists (select from ${sql.table(table)} own where own.user_id = "user".id)`),
    sql` and `,
  )} returning id`;

/** Writes the values of records; returns those that were written. */
async function write(db: Db, change: ImportChange, ids: readonly string[], to: string): Promise<string[]> {
  if (to === 'none') return changed(db, remove(ids));
  if (to === 'before') return changed(db, update(change.batchId, ids, 'former'));
  return [...(await insert(db, change, ids)), ...(await changed(db, update(change.batchId, ids, 'data')))];
}

const memberSetting = (change: ImportChange): Setting<string> => ({
  table: 'user',
  column: 'name',
  words: batchKinds['member-import'].values,
  lock: (db, ids) => lock(db, change.batchId, ids),
  refusal: (from: string) => (from === 'other' ? 'It was changed since the preview' : undefined),
  setTogether: async (db, ids, to) => {
    let done: string[] = [];
    // An external id that somebody got meanwhile refuses them all: each is tried alone then.
    const refusal = await attempt(db, async () => {
      done = await write(db, change, ids, to);
    });
    return refusal ? [] : done;
  },
  setOne: async (db, id, to) => {
    if ((await write(db, change, [id], to)).length > 0) return;
    throw conflict(
      to === 'none'
        ? 'This member has signed in, or has courses, orders or other records since'
        : 'Another account has this e-mail or external id since the preview',
    );
  },
});

export const memberImportBatch: RecordedKind = {
  calls: { kind: 'member-import', start: startImport },
  setting: (change) => memberSetting(change as ImportChange),
  atOnce: 500,
};
