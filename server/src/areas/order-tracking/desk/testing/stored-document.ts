/** Documents of tracked orders in the database of a test, as another system writes them. */
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import type { Sql } from '#platform/testing/user.ts';

export interface Contents {
  /** Without one, the document has no status. */
  status?: OrderStatus | 'waiting';
  /** null: the document has no timestamp. */
  orderedAt?: string | null;
  userEmail?: string;
  servicePhone?: string;
  courseId?: string;
}

/** Fields with Firestore's typed values; `status` is one of them. */
export function fieldsOf({ status, orderedAt, userEmail = '', servicePhone = '', courseId = '' }: Contents) {
  return {
    user_email: { stringValue: userEmail },
    course_id: { stringValue: courseId },
    customer_service_number: { mapValue: { fields: { phone: { stringValue: servicePhone } } } },
    ...(orderedAt !== null && { timestamp: { timestampValue: orderedAt ?? new Date().toISOString() } }),
    ...(status && { status: { stringValue: status } }),
  };
}

/** Creates a document, or replaces it. */
export async function storeDocument(sql: Sql, id: string, contents: Contents = {}, tenant: Tenant = 'coding') {
  const { status = null, ...fields } = fieldsOf(contents);
  await sql(
    `insert into tracking_document (tenant, collection, id, fields, status) values ($1, 'order_staging', $2, $3, $4)
      on conflict (tenant, collection, id) do update set fields = excluded.fields, status = excluded.status`,
    [tenant, id, fields, status],
  );
}
