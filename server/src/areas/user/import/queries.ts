/** SQL of imports: what their rows may be about, remembered columns, and the rows that a batch writes. */
import { sql } from 'kysely';
import { type ProductType, productNames } from '#contract/pricing/product-type.ts';
import { kindOfProduct } from '#contract/pricing/purchase.ts';
import { tableOfKind } from '#contract/kernel/record-kinds.ts';
import { searchText } from '#contract/kernel/search-text.ts';
import { byTerm, lastDayIn } from '#shared/access/term.ts';
import { e164Of } from '#shared/phone.ts';
import type { Db } from '#platform/database/database.ts';
import type { FileRow } from './file.ts';

export interface Person {
  id: string;
  name: string;
  email: string;
  phoneNumber: string;
  phoneE164: string | null;
  externalId: string | null;
  uoc: string;
  job: string;
  location: string;
  role: string;
}

/** Values of a field in all rows. */
const valuesOf = (rows: readonly FileRow[], field: string) => [
  ...new Set(rows.flatMap(({ values }) => values[field] ?? [])),
];

/** People with an external id, e-mail or phone number of the file. */
export async function findPeople(db: Db, rows: readonly FileRow[]): Promise<Person[]> {
  const emails = valuesOf(rows, 'email').map((email) => email.toLowerCase());
  const phones = valuesOf(rows, 'phoneNumber').flatMap((phone) => e164Of(phone) ?? []);
  const columns = [
    'id',
    'name',
    'email',
    'phoneNumber',
    'phoneE164',
    'externalId',
    'uoc',
    'job',
    'location',
    'role',
  ] as const;
  return db
    .selectFrom('user')
    .select(columns)
    .where(sql<boolean>`external_id = any(${valuesOf(rows, 'externalId')}) or email_key = any(${emails})
      or phone_e164 = any(${phones})`)
    .orderBy('id')
    .execute();
}

export interface NamedProduct {
  productType: ProductType;
  id: string;
  name: string;
  slug: string | null;
  /** Limit of members of a course, and their number. */
  capacity: number | null;
  members: number;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Products of these types by their ids, slugs or names: all that a text may mean. */
export async function productFinder(
  db: Db,
  types: readonly ProductType[],
  rows: readonly FileRow[],
  field: string,
): Promise<(text: string) => NamedProduct[]> {
  const texts = valuesOf(rows, field);
  const found: NamedProduct[] = [];
  for (const type of types) {
    const { table } = tableOfKind(kindOfProduct[type]);
    const slug = type === 'courses' || type === 'learning paths' ? sql`slug` : sql`null::text`;
    const [capacity, members] = type === 'courses' ? [sql`capacity`, sql`total_members`] : [sql`null::int`, sql`0`];
    const { rows: products } = await sql<NamedProduct>`
      select ${sql.lit(type)} as "productType", id, name, ${slug} as slug, ${capacity} as capacity, ${members} as members
      from ${sql.table(table)} where id = any(${texts.filter((text) => uuid.test(text))}::uuid[])
        or ${slug} = any(${texts}) or search = any(${texts.map(searchText)}) order by id`.execute(db);
    found.push(...products);
  }
  const byKey = (key: (product: NamedProduct) => string | null) => Map.groupBy(found, key);
  const [byId, bySlug, byName] = [
    byKey(({ id }) => id),
    byKey(({ slug }) => slug),
    byKey(({ name }) => searchText(name)),
  ];
  return (text) => byId.get(text.toLowerCase()) ?? bySlug.get(text) ?? byName.get(searchText(text)) ?? [];
}

/** Why a text names no product, or several. */
export const noProduct = (found: readonly NamedProduct[], thing: string): string | undefined => {
  if (found.length === 1) return undefined;
  if (found.length === 0) return `There is no ${thing} with this name, address or id`;
  const types = [...new Set(found.map(({ productType }) => productNames[productType].toLowerCase()))];
  return `${found.length} ${types.join(' and ')} have this name: write the id`;
};

/** Memberships that exist, as `user/course`, with the last day of those that have ended. */
export async function findMemberships(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{ key: string; endedOn: string | null }>`select user_id || '/' || course_id as key,
      case when ${byTerm('course_user').ended} then ${lastDayIn('course_user')} end as ended_on
    from course_user where user_id = any(${userIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ key, endedOn }) => [key, endedOn]));
}

export const findOrders = (db: Db, invoices: readonly string[]) =>
  db
    .selectFrom('order')
    .select(['invoiceNumber', 'userId', 'totalAmount', 'status'])
    .where(sql<boolean>`invoice_number = any(${invoices})`)
    .execute();
