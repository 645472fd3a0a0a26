/** Erasure of a person: outside the database first, then all of the database in one transaction. */
import { sql } from 'kysely';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { trackingCollections } from '#contract/order-tracking/endpoints.ts';
import { erasedName, type previewErasure } from '#contract/user/privacy.ts';
import type { Db } from '#platform/database/database.ts';
import { updateFirestore } from '#platform/firestore.ts';
import type { JobContext } from '#platform/jobs/job.ts';
import { removeMailsTo } from '#platform/mail/mailer.ts';
import { textColumns } from '#platform/storage/references.ts';
import { deleteUpload, findUpload } from '#platform/storage/uploads.ts';
import { places } from '../person/register.ts';
import { type Person, findFiles, findHosted, isOf } from './person.ts';

type Report = Reply<typeof previewErasure>['rows'];

/** Address in place of the person's; `.invalid` never receives mail. */
const addressOf = ({ id }: Person) => `erased-${id}@erased.invalid`;

/** Counts the person's rows by the register, with what becomes of them. */
export async function countRows(db: Db, person: Person): Promise<Report> {
  const queries = places.map(
    (place, n) =>
      sql`select ${sql.lit(n)} as n, count(*)::int as count from ${sql.table(place.table)} mine where ${isOf(place, person)}`,
  );
  const { rows } = await sql<{ n: number; count: number }>`${sql.join(queries, sql` union all `)} order by n`.execute(
    db,
  );
  return rows.flatMap(({ n, count }) => {
    const { label, erasure } = places[n]!;
    const isDeleted = erasure === 'deleted';
    const named = label[count === 1 ? 0 : 1];
    return count === 0
      ? []
      : [
          {
            label: named,
            count,
            deed: isDeleted ? 'deleted' : 'kept',
            reason: isDeleted ? '' : erasure.keptBecause,
          } as const,
        ];
  });
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Regular expression of a phone number in any spelling; undefined for what is too short to be one. */
function phonePattern(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, '').replace(/^(0*62)?0*/, '');
  return digits.length < 7 ? undefined : `(?<!\\d)(\\+|00)?(62|0)?[-. ()]*${[...digits].join('[-. ()]*')}(?!\\d)`;
}

/**
 * Texts that are this person's in any column, with what takes their place: e-mails, phone numbers, and a name of several
 * words that nobody else has.
 */
async function patternsOf(db: Db, person: Person): Promise<[pattern: string, replacement: string][]> {
  const { rows: others } = await sql<{
    name: string;
  }>`select search_text(mine.name) as name from unnest(${person.names}::text[]) mine (name)
    where exists (select from "user" other where other.name_key = lower(mine.name) and other.id <> all(${person.ids}::uuid[]))`.execute(
    db,
  );
  const { rows: taxed } = await sql<{ text: string }>`select distinct text from "order"
      left join order_buyer buyer on buyer.order_id = "order".id left join refund on refund.order_id = "order".id,
      unnest(array[npwp, nik, address, account_number]) text
    where user_id = any(${person.ids}::uuid[]) and text <> ''`.execute(db);
  const shared = new Set(others.map(({ name }) => name));
  const own = person.names.filter(
    (name) => name !== erasedName && /\s/.test(name.trim()) && !shared.has(name.toLowerCase()),
  );
  return [
    ...person.emails.map(
      (email) =>
        [`(?<![\\w.+-])${literal(email).replace('@', '(@|%40)')}(?![\\w-])`, addressOf(person)] as [string, string],
    ),
    ...taxed.map(({ text }) => [literal(text), ''] as [string, string]),
    ...own.map(
      (name) =>
        [`(?<!\\w)${literal(name.trim()).replace(/\s+/g, '(\\s|\\+|%20)+')}(?!\\w)`, erasedName] as [string, string],
    ),
    ...person.phones.flatMap((phone) => {
      const pattern = phonePattern(phone);
      return pattern ? [[pattern, ''] as [string, string]] : [];
    }),
  ];
}

/** Erases what is outside the database; safe to repeat. */
async function eraseOutside(
  { db, tenant, config, storage, store }: JobContext,
  person: Person,
  patterns: string,
): Promise<void> {
  const project = config.firebase[tenant];
  if (project)
    await updateFirestore(project, trackingCollections.orders, [...(await findHosted(project, person)).keys()], {
      user_email: { stringValue: addressOf(person) },
      user_name: { stringValue: erasedName },
      user_phone: { stringValue: '' },
    });
  for (const { url } of await findFiles(db, person)) {
    const upload = await findUpload(db, { url });
    if (upload) await deleteUpload(db, storage, upload);
  }
  for (const email of person.emails) await removeMailsTo(config, email);
  await store.forget(tenant, patterns);
}

/** Replaces the name where rows have it beside an id. */
async function eraseNames(tx: Db, { ids }: Person, address: string): Promise<void> {
  await sql`update "order" set user_name = ${erasedName}, user_email = ${address}, user_phone = '' where user_id = any(${ids}::uuid[])`.execute(
    tx,
  );
  await sql`update refund set bank = '', account_number = '', account_name = ''
    where order_id in (select id from "order" where user_id = any(${ids}::uuid[]))`.execute(tx);
  await sql`update batch set user_name = ${erasedName} where user_id = any(${ids}::uuid[])`.execute(tx);
  await sql`update batch set undo_user_name = ${erasedName} where undo_user_id = any(${ids}::uuid[])`.execute(tx);
  await sql`update data_export set user_name = ${erasedName} where user_id = any(${ids}::uuid[])`.execute(tx);
  await sql`update batch_row set name = ${erasedName} where record_id = any(${ids}::uuid[])
    or record_id in (select id from certificate where user_id = any(${ids}::uuid[]))`.execute(tx);
  await sql`update privacy_request set file_url = null where user_id = any(${ids}::uuid[])`.execute(tx);
}

async function eraseAccounts(tx: Db, { ids }: Person): Promise<void> {
  await sql`update "user" set email = 'erased-' || id || '@erased.invalid', name = ${erasedName}, password_hash = '', phone_number = '',
    phone_e164 = null, external_id = null, image = null, uoc = '', location = '', job = '', last_login_at = null, status = 0,
    erased_at = now() where id = any(${ids}::uuid[])`.execute(tx);
}

/** Erases the person of a running request; the transaction also ends the request. */
async function eraseInside(
  tx: Db,
  requestId: string,
  person: Person,
  patterns: readonly [string, string][],
): Promise<void> {
  const report = await countRows(tx, person);
  const address = addressOf(person);
  const texts = (table: string, column: string) =>
    sql`select erase_texts(${requestId}, ${table}::regclass, ${column}, ${patterns.map(([one]) => one)}::text[],
      ${patterns.map(([, one]) => one)}::text[])`.execute(tx);
  const { rows } = await sql<{
    ids: string[];
  }>`select erase_tracked(${requestId}, ${erasedName}, ${address}) as ids`.execute(tx);
  await eraseNames(tx, person, address);
  for (const { table, column, isEmail, erasure } of places)
    if (erasure === 'deleted' && !isEmail) await sql`select erase_rows(${requestId}, ${table}, ${column})`.execute(tx);
  await eraseAccounts(tx, person);
  const columns = await textColumns(tx);
  for (const { table, column } of columns.filter((one) => one.table !== 'audit')) await texts(table, column);
  const records = rows[0]!.ids.flatMap((id) => [`desk_order:${id}`, `tracking_document:${id}`]);
  await sql`select erase_trail(${requestId}, ${records}::text[], ${erasedName})`.execute(tx);
  for (const { table, column } of columns.filter((one) => one.table === 'audit')) await texts(table, column);
  await sql`update privacy_request set state = 'done', finished_at = now(), error = null, report = ${JSON.stringify(report)}::jsonb
    where id = ${requestId}`.execute(tx);
}

/** Erases the person of a running request; safe to repeat until it is done. */
export async function erase(context: JobContext, requestId: string, person: Person): Promise<void> {
  const patterns = await patternsOf(context.db, person);
  await eraseOutside(context, person, patterns.map(([pattern]) => pattern).join('|'));
  await context.db.transaction().execute((tx) => eraseInside(tx, requestId, person, patterns));
}
