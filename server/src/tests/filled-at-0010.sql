-- A small shop of one tenant as the version of migration 0010 wrote it: a row at least in every table. Frozen; read by
-- migrations.system.test.ts with app.tenant set, after 0001, 0002, 0003 and 0010.
select set_config('app.actor_id', '01890000-0000-7000-8000-000000000001', false), set_config('app.actor_name', 'Bagus Prasetyo', false),
  set_config('app.request_id', 'request-1', false);

insert into account (id, email, name, password_hash, role, uoc, phone_number, joined_at, last_login_at) values
  ('01890000-0000-7000-8000-000000000001', 'admin@lama.test', 'Bagus Prasetyo', '$argon2id$1', 'admin', '', '0811', '2025-01-02T03:04:05Z', '2026-01-01T00:00:00Z'),
  ('01890000-0000-7000-8000-000000000002', 'Siti@lama.test', 'Siti Rahma', '$argon2id$2', 'member', 'Universitas Lama', '0812', '2025-02-02T03:04:05Z', null),
  ('01890000-0000-7000-8000-000000000003', 'budi@lama.test', 'Budi Santoso', '$argon2id$3', 'member', '', '', '2025-03-02T03:04:05Z', null);
insert into refresh_token (token_hash, family_id, account_id, expires_at, used_at) values
  ('\x0a', '01890000-0000-7000-8000-0000000000a1', '01890000-0000-7000-8000-000000000001', '2100-01-01', null),
  ('\x0b', '01890000-0000-7000-8000-0000000000a1', '01890000-0000-7000-8000-000000000001', '2100-01-01', '2026-01-01');
insert into sign_in_failure (id, email, address, at) values
  ('01890000-0000-7000-8000-0000000000b1', 'siti@lama.test', '192.0.2.1', '2026-01-01');
insert into idempotency (account_id, key, request_hash, reply, at) values
  ('01890000-0000-7000-8000-000000000001', 'kunci', '\x0c', '{"discountId": "x"}', '2026-01-01');

insert into course (id, type, name, slug, thumbnail, category, price, is_published, shift_id, start_date, end_date, capacity) values
  ('01890000-0000-7000-8000-0000000000c1', 1, 'Kelas Lama', 'kelas-lama', '/demo/coding-1.svg', 'programming', 500000, true, 2, '2026-01-05', '2026-03-01', 30),
  ('01890000-0000-7000-8000-0000000000c2', 0, 'Kelas Kosong', 'kelas-kosong', null, null, 0, false, null, null, null, null),
  ('01890000-0000-7000-8000-0000000000c3', 0, 'Kelas Kedua', 'kelas-kedua', '/demo/coding-2.svg', 'data', 250000, false, null, null, null, null);
insert into course_section (id, course_id, name, priority) values
  ('01890000-0000-7000-8000-0000000000d2', '01890000-0000-7000-8000-0000000000c1', 'Bagian kedua', 5),
  ('01890000-0000-7000-8000-0000000000d1', '01890000-0000-7000-8000-0000000000c1', 'Bagian pertama', 2);
insert into lesson (id, section_id, name, type, priority, content, duration) values
  ('01890000-0000-7000-8000-0000000000e3', '01890000-0000-7000-8000-0000000000d1', 'Pelajaran satu', 'VIDEO', 1, '<p>Isi</p>', 10),
  ('01890000-0000-7000-8000-0000000000e1', '01890000-0000-7000-8000-0000000000d1', 'Pelajaran tiga', 'ARTICLE', 9, '', 5),
  ('01890000-0000-7000-8000-0000000000e2', '01890000-0000-7000-8000-0000000000d1', 'Pelajaran dua', 'FILE', 4, '', 0),
  ('01890000-0000-7000-8000-0000000000e4', '01890000-0000-7000-8000-0000000000d2', 'Pelajaran lain', 'LIVE_CLASS', 1, '', 120);
insert into course_user (course_id, user_id, assigned_at) values
  ('01890000-0000-7000-8000-0000000000c1', '01890000-0000-7000-8000-000000000002', '2026-01-03T00:00:00Z'),
  ('01890000-0000-7000-8000-0000000000c3', '01890000-0000-7000-8000-000000000002', '2026-01-04T00:00:00Z');

insert into learning_path (id, name, slug, price, is_published, is_drip_content, drip_interval) values
  ('01890000-0000-7000-8000-0000000000f1', 'Jalur Lama', 'jalur-lama', 900000, true, true, 7);
-- Nothing kept two courses from one place.
insert into learning_path_course (path_id, course_id, priority) values
  ('01890000-0000-7000-8000-0000000000f1', '01890000-0000-7000-8000-0000000000c3', 1),
  ('01890000-0000-7000-8000-0000000000f1', '01890000-0000-7000-8000-0000000000c1', 3),
  ('01890000-0000-7000-8000-0000000000f1', '01890000-0000-7000-8000-0000000000c2', 3);

insert into discount (id, name, discount, discount_type, product_type, start_date, end_date, is_active) values
  ('01890000-0000-7000-8000-000000000101', 'Promo Lama', 25, 2, 'courses', null, null, true),
  ('01890000-0000-7000-8000-000000000102', 'Potongan', 50000, 1, 'learning paths', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', false);
select set_config('app.request_id', 'request-2', false);
update discount set discount = 30 where id = '01890000-0000-7000-8000-000000000101';
update course_section set priority = 3 where id = '01890000-0000-7000-8000-0000000000d1';
insert into discount_course (discount_id, course_id) values
  ('01890000-0000-7000-8000-000000000101', '01890000-0000-7000-8000-0000000000c1'),
  ('01890000-0000-7000-8000-000000000101', '01890000-0000-7000-8000-0000000000c3');
insert into discount_path (discount_id, path_id) values
  ('01890000-0000-7000-8000-000000000102', '01890000-0000-7000-8000-0000000000f1');

insert into "order" (id, invoice_number, user_id, user_name, user_email, user_phone, subtotal, discount_amount, total_amount, status, payment_provider, payment_method, paid_at, created_at) values
  ('01890000-0000-7000-8000-000000000111', 'INV/lama/1', '01890000-0000-7000-8000-000000000002', 'Siti Rahma', 'siti@lama.test', '0812', 500000, 150000, 350000, 'paid', 'midtrans', 'qris', '2026-01-03T00:00:00Z', '2026-01-02T00:00:00Z');
insert into order_item (order_id, line, product_type, product_id, product_name, price, discount_amount) values
  ('01890000-0000-7000-8000-000000000111', 1, 'courses', '01890000-0000-7000-8000-0000000000c1', 'Kelas Lama', 500000, 150000);
insert into tracking_document (collection, id, fields, status, create_time, update_time) values
  ('order_staging', 'T1', '{"timestamp": {"timestampValue": "2026-01-01T00:00:00Z"}, "user_email": {"stringValue": "siti@lama.test"}}', '{"stringValue": "paid"}', '2026-01-01', '2026-01-01'),
  ('customer_service_number', 'CS1', '{"name": {"stringValue": "Rina"}, "phone": {"stringValue": "0812"}}', null, '2026-01-01', '2026-01-01');
