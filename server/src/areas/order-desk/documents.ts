/** Contents of the documents, as the browsers report them: kept in the orders of the desk and in the chase order. */
import { sql } from 'kysely';
import { type OrderSnapshot, isChased } from '#contract/order-desk.ts';
import { type PriceReduction, endOf, finalPrice } from '#contract/price.ts';
import type { Db } from '#platform/database/database.ts';
import { activeDiscounts } from '#shared/pricing.ts';
import { updateDeskOrder } from './queries.ts';

/** Document with its id. */
export interface ReportedDocument {
  id: string;
  snapshot: OrderSnapshot;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Id of a course of ours; null for one of another system. */
const courseOf = ({ courseId }: OrderSnapshot) => (courseId && uuid.test(courseId) ? courseId : null);

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
export async function updateCandidates(db: Db, documents: readonly ReportedDocument[]): Promise<void> {
  const isOpen = ({ snapshot }: ReportedDocument) => isChased(snapshot.status) && snapshot.orderedAt !== null;
  const rows = documents.map((one) => ({
    id: one.id,
    is_open: isOpen(one),
    ordered_at: one.snapshot.orderedAt,
    user_email: one.snapshot.userEmail,
    service_phone: one.snapshot.servicePhone,
    course_id: courseOf(one.snapshot),
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

/** Updates known orders from documents; those that became paid keep the price of their course today. */
async function updateKnown(db: Db, documents: readonly ReportedDocument[]): Promise<void> {
  const paid = documents.map(({ id, snapshot }) => ({
    id,
    snapshot,
    courseId: snapshot.status === 'paid' ? courseOf(snapshot) : null,
  }));
  const values = await findCoursePrices(db, [...new Set(paid.flatMap(({ courseId }) => courseId ?? []))]);
  for (const { id, snapshot, courseId } of paid)
    await updateDeskOrder(db, id, snapshot, courseId === null ? null : (values.get(courseId)?.value ?? null));
}

/** Updates a known order and the chase order from a document. */
export async function updateFromDocument(db: Db, id: string, snapshot: OrderSnapshot): Promise<void> {
  await updateKnown(db, [{ id, snapshot }]);
  await updateCandidates(db, [{ id, snapshot }]);
}

/** Updates the known ones of some documents whose status changed, and the chase order from all. */
export async function updateFromDocuments(db: Db, documents: readonly ReportedDocument[]): Promise<void> {
  const statuses = documents.map(({ id, snapshot: { status } }) => ({ id, status }));
  const { rows } = await sql<{ id: string }>`select known.id from desk_order known
    join json_to_recordset(${JSON.stringify(statuses)}::json) as sent (id text, status text) on sent.id = known.id
    where known.status is distinct from sent.status order by known.id`.execute(db);
  const sent = new Map(documents.map((one) => [one.id, one]));
  await updateKnown(
    db,
    rows.flatMap(({ id }) => sent.get(id) ?? []),
  );
  await updateCandidates(db, documents);
}
