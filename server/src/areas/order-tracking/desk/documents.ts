/** Copies of the documents' contents in the orders of the desk and in the chase order. */
import { sql } from 'kysely';
import { isChased } from '#contract/order-tracking/desk.ts';
import { type PriceReduction, endOf, finalPrice } from '#contract/pricing/price.ts';
import type { Db } from '#platform/database/database.ts';
import { activeDiscounts } from '#shared/pricing/pricing.ts';
import { updateDeskOrder } from './queries.ts';
import type { TrackedOrder } from './tracking-documents.ts';

/** Document with its id; null: it was deleted. */
export interface NamedDocument {
  id: string;
  document: TrackedOrder | null;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Id of a course of ours; null for one of another system. */
export const courseOf = ({ courseId }: Pick<TrackedOrder, 'courseId'>) => (uuid.test(courseId) ? courseId : null);

export interface CourseValue {
  /** Price today, in rupiah. */
  value: number;
  /** End of the discount in it, in milliseconds since 1970. */
  discountEndsAt: number | null;
}
export const unknownValue = { value: null, discountEndsAt: null };

interface PricedCourse {
  id: string;
  price: number;
  type: PriceReduction['type'] | null;
  value: number;
  endDate: string | null;
}

/** Prices of courses today, by id. */
export async function findCoursePrices(db: Db, courseIds: readonly string[]): Promise<Map<string, CourseValue>> {
  if (courseIds.length === 0) return new Map();
  const { rows } = await sql<PricedCourse>`select course.id, course.price, active.type, active.value, active.end_date
    from course left join ${activeDiscounts('course')} active on active.id = course.id
    where course.id = any(${courseIds}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, price, type, value, endDate }) => [
      id,
      {
        value: finalPrice(price, type === null ? null : { type, value }),
        discountEndsAt: endDate === null ? null : endOf({ endDate }),
      },
    ]),
  );
}

/** Keeps open documents in the chase order and removes the others; one statement, in the order of their ids. */
export async function updateCandidates(db: Db, documents: readonly NamedDocument[]): Promise<void> {
  const rows = documents.map(({ id, document }) => ({
    id,
    is_open: document !== null && isChased(document.status) && document.orderedAt !== null,
    ordered_at: document?.orderedAt,
    user_email: document?.userEmail,
    service_phone: document?.servicePhone,
    course_id: document && courseOf(document),
  }));
  await sql`with sent as materialized (
      select distinct on (id) * from json_to_recordset(${JSON.stringify(rows)}::json)
        as sent (id text, is_open boolean, ordered_at timestamptz, user_email text, service_phone text, course_id uuid) order by id),
    closed as (delete from chase_document using sent where chase_document.id = sent.id and not is_open)
    insert into chase_document as known (id, ordered_at, user_email, service_phone, course_id)
      select id, ordered_at, user_email, service_phone, course_id from sent where is_open
      on conflict (tenant, id) do update set ordered_at = excluded.ordered_at, user_email = excluded.user_email,
        service_phone = excluded.service_phone, course_id = excluded.course_id
      where (known.ordered_at, known.user_email, known.service_phone, known.course_id)
        is distinct from (excluded.ordered_at, excluded.user_email, excluded.service_phone, excluded.course_id)`.execute(
    db,
  );
}

type StoredDocument = NamedDocument & { document: TrackedOrder };

/** Updates known orders from documents; those that became paid keep the price of their course today. */
async function updateKnown(db: Db, documents: readonly StoredDocument[]): Promise<void> {
  const paid = documents.map((one) => ({
    ...one,
    courseId: one.document.status === 'paid' ? courseOf(one.document) : null,
  }));
  const values = await findCoursePrices(db, [...new Set(paid.flatMap(({ courseId }) => courseId ?? []))]);
  for (const { id, document, courseId } of paid)
    await updateDeskOrder(db, id, document, courseId === null ? null : (values.get(courseId)?.value ?? null));
}

/** Updates a known order and the chase order from a document. */
export async function updateFromDocument(db: Db, id: string, document: TrackedOrder): Promise<void> {
  await updateKnown(db, [{ id, document }]);
  await updateCandidates(db, [{ id, document }]);
}

/** Updates the known ones of some documents whose status changed, and the chase order from all. */
export async function updateFromDocuments(db: Db, documents: readonly NamedDocument[]): Promise<void> {
  const stored = documents.filter((one): one is StoredDocument => one.document !== null);
  const statuses = stored.map(({ id, document: { status } }) => ({ id, status }));
  const { rows } = await sql<{ id: string }>`select known.id from desk_order known
    join json_to_recordset(${JSON.stringify(statuses)}::json) as sent (id text, status text) on sent.id = known.id
    where known.status is distinct from sent.status order by known.id`.execute(db);
  const sent = new Map(stored.map((one) => [one.id, one]));
  await updateKnown(
    db,
    rows.flatMap(({ id }) => sent.get(id) ?? []),
  );
  await updateCandidates(db, documents);
}
