/** A small shop in every tenant, with a row in each table: what the proofs of tenancy and of bad input are made on. */
import { tenants, type Tenant } from '#contract/kernel.ts';
import type { Sql } from '#platform/testing/user.ts';

/** What a new record can be made of. */
export type Kind =
  | 'user'
  | 'course'
  | 'section'
  | 'lesson'
  | 'discount'
  | 'path_discount'
  | 'learning_path'
  | 'order'
  | 'upload'
  | 'job';

let made = 0;

/**
 * A new record that nothing refers to; answers its id. What stands in another (`within`) is made there, and a section
 * or a lesson that is not said where, in new ones.
 */
export async function addRecord(
  sql: Sql,
  kind: Kind,
  tenant: Tenant,
  within: Partial<Record<Kind, string>> = {},
): Promise<string> {
  made += 1;
  const inside =
    kind === 'section'
      ? (within.course ?? (await addRecord(sql, 'course', tenant)))
      : kind === 'lesson' && (within.section ?? (await addRecord(sql, 'section', tenant)));
  const inserts: Record<Kind, string> = {
    user: `insert into "user" (tenant, email, name, password_hash, role) values ($1, $2 || '@sample.test', $2, 'none', 'member')`,
    course: `insert into course (tenant, type, name, slug, price) values ($1, 0, $2, $2, 150000)`,
    section: `insert into course_section (tenant, course_id, name, position) values ($1, $3, $2, 1)`,
    lesson: `insert into lesson (tenant, section_id, name, type) values ($1, $3, $2, 'VIDEO')`,
    discount: `insert into discount (tenant, name, value, discount_type, product_type) values ($1, $2, 10, 2, 'courses')`,
    path_discount: `insert into discount (tenant, name, value, discount_type, product_type) values ($1, $2, 10, 2, 'learning paths')`,
    order: `insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount, status, payment_provider, payment_method)
      values ($1, $2, new_id(), 'Sari', 'sari@sample.test', '0812', 150000, 150000, 'paid', 'midtrans', 'qris')`,
    job: `insert into pgboss.job (name, data, state, completed_on, output)
      values ('send-mail', jsonb_build_object('tenant', $1::text, 'ids', jsonb_build_object('sample', $2::text)), 'failed', now(), '{"message": "550 no such mailbox"}')`,
    learning_path: `insert into learning_path (tenant, name, slug, price) values ($1, $2, $2, 400000)`,
    upload: `insert into upload (tenant, key, url, name, type, size, finished_at)
      values ($1, $2, '/files/' || $2, 'Silabus.pdf', 'application/pdf', 1000, now())`,
  };
  const [row] = await sql(`${inserts[kind]} returning id`, [tenant, `${kind} ${made}`, ...(inside ? [inside] : [])]);
  const id = String(row?.['id']);
  if (kind === 'learning_path' && within.course)
    await sql(`insert into learning_path_course (tenant, path_id, course_id, position) values ($1, $2, $3, 1)`, [
      tenant,
      id,
      within.course,
    ]);
  return id;
}

/**
 * One row at least in every table that has a tenant (the shifts are there already); a test holds this against the
 * catalogue.
 */
export async function fillTenant(sql: Sql, tenant: Tenant): Promise<void> {
  const [user, course, discount, path] = [
    await addRecord(sql, 'user', tenant),
    await addRecord(sql, 'course', tenant),
    await addRecord(sql, 'discount', tenant),
    await addRecord(sql, 'learning_path', tenant),
  ];
  const add = async (table: string, fields: Record<string, unknown>) => {
    const columns = Object.keys(fields);
    const [row] = await sql(
      `insert into ${table} (tenant, ${columns.join(', ')}) values ($1, ${columns.map((_, index) => `$${index + 2}`).join(', ')}) returning *`,
      [tenant, ...Object.values(fields)],
    );
    return row?.['id'];
  };
  const section = await add('course_section', { course_id: course, name: 'Bab 1', position: 1 });
  await add('lesson', { section_id: section, name: 'Pelajaran 1', type: 'VIDEO' });
  await add('course_user', { course_id: course, user_id: user });
  await add('learning_path_course', { path_id: path, course_id: course, position: 1 });
  await add('learning_path_user', { path_id: path, user_id: user });
  await add('discount_course', { discount_id: discount, course_id: course });
  await add('discount_path', { discount_id: discount, path_id: path });
  const order = await add('"order"', {
    invoice_number: 'INV/1',
    user_id: user,
    user_name: 'Sari',
    user_email: 'sari@sample.test',
    user_phone: '0812',
    subtotal: 150_000,
    total_amount: 150_000,
    status: 'paid',
    payment_provider: 'midtrans',
    payment_method: 'qris',
  });
  await add('order_item', {
    order_id: order,
    line: 1,
    product_type: 'courses',
    product_id: course,
    product_name: 'Kelas',
    price: 150_000,
  });
  await add('tracking_document', {
    collection: 'order_staging',
    id: 'T1',
    fields: JSON.stringify({ timestamp: { timestampValue: '2026-01-01T00:00:00Z' } }),
  });
  const session = await add('session', { user_id: user });
  await add('revocation', { subject: user });
  await add('refresh_token', {
    token_hash: Buffer.from('sample'),
    session_id: session,
    user_id: user,
    expires_at: '2100-01-01',
  });
  await add('sign_in_failure', { email: 'sari@sample.test', address: '192.0.2.1' });
  await addRecord(sql, 'upload', tenant);
  await add('idempotency', { user_id: user, key: 'sample', request_hash: Buffer.from('sample') });
  // Long ago: the page of jobs says the same of it whenever it is asked.
  await add('outbox', { job: 'send-mail', ids: JSON.stringify({ userId: user }), at: '2026-01-01' });
  await add('effect', { key: 'sample' });
}

export async function fillTenants(sql: Sql): Promise<void> {
  for (const tenant of tenants) await fillTenant(sql, tenant);
}
