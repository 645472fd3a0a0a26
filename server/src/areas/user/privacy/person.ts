/** The person of a request, with the accounts merged into it, and the person's rows by the register. */
import { type RawBuilder, sql } from 'kysely';
import { trackingCollections } from '#contract/order-tracking/endpoints.ts';
import type { FirebaseProject } from '#platform/config-firebase.ts';
import type { Db } from '#platform/database/database.ts';
import { type FirestoreFields, findFirestore } from '#platform/firestore.ts';
import type { Place } from '../person/place.ts';

export interface Person {
  id: string;
  ids: string[];
  /** Every spelling that is searched for. */
  emails: string[];
  names: string[];
  phones: string[];
  images: string[];
}

/** Reads the account and those merged into it. */
export async function findPerson(db: Db, id: string): Promise<Person> {
  const accounts = await db
    .selectFrom('user')
    .where((row) => row.or([row('id', '=', id), row('mergedInto', '=', id)]))
    .select(['id', 'email', 'name', 'phoneNumber', 'phoneE164', 'image'])
    .execute();
  const textsOf = (texts: (string | null)[]) => [...new Set(texts.filter((text): text is string => Boolean(text)))];
  return {
    id,
    ids: accounts.map((account) => account.id),
    emails: textsOf(accounts.flatMap(({ email }) => [email, email.toLowerCase()])),
    names: textsOf(accounts.map(({ name }) => name)),
    phones: textsOf(accounts.flatMap(({ phoneNumber, phoneE164 }) => [phoneNumber, phoneE164])),
    images: textsOf(accounts.map(({ image }) => image)),
  };
}

/** Condition on the rows of a place that are the person's. */
export const isOf = ({ column, isEmail }: Place, { ids, emails }: Person): RawBuilder<boolean> =>
  isEmail
    ? sql<boolean>`mine.${sql.ref(column)} = any(${emails})`
    : sql<boolean>`mine.${sql.ref(column)} = any(${ids}::uuid[])`;

/** Tracked orders of the person in a hosted project, by id. */
export async function findHosted(project: FirebaseProject, { emails }: Person): Promise<Map<string, FirestoreFields>> {
  const found: [string, FirestoreFields][] = [];
  for (const email of emails)
    found.push(...(await findFirestore(project, trackingCollections.orders, 'user_email', email)));
  return new Map(found);
}

/** The person's own files, with what they are: pictures, what was handed in, certificates, dossiers. */
export async function findFiles(db: Db, { ids, images }: Person): Promise<{ url: string; what: string }[]> {
  const { rows } = await sql<{ url: string; what: string }>`
    select file_url as url, 'Submission' as what from project_submission where user_id = any(${ids}::uuid[]) and file_url is not null
    union select file_url, 'Certificate' from certificate where user_id = any(${ids}::uuid[]) and file_url is not null
    union select file_url, 'Dossier' from privacy_request where user_id = any(${ids}::uuid[]) and file_url is not null`.execute(
    db,
  );
  return [...images.map((url) => ({ url, what: 'Picture' })), ...rows];
}
