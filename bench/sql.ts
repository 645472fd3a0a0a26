/** SQL of the measured calls as one writes it by hand; `pg` sends it as prepared statements, like the server. */
const orderColumns = `o.id, invoice_number, subtotal, discount_amount, voucher_code, voucher_amount, unique_code, total_amount, status,
  payment_provider, payment_method, paid_at, expired_at, created_at,
  json_build_object('id', user_id, 'name', user_name, 'email', user_email, 'phoneNumber', user_phone) as "user",
  (select coalesce(json_agg(json_build_object('productType', product_type, 'productId', product_id, 'productName', product_name, 'price', price,
    'discountAmount', i.discount_amount) order by line), '[]') from order_item i where i.order_id = o.id) as items`;
const keptTotal = `(select coalesce(sum(n), 0)::int from row_count where table_name = 'order') as total`;

export const orderPage = {
  name: 'order page',
  text: `select ${orderColumns}, ${keptTotal} from "order" o order by created_at desc, id desc limit $1 offset $2`,
};
export const scannedTotal = { name: 'scanned total', text: 'select count(*)::int as total from "order"' };

export const userSearch = {
  name: 'user search',
  text: `select id, uoc, name, email, phone_number, image, role, total_courses, joined_at, last_login_at,
      (select count(*)::int from (select 1 from "user" where search like $1 limit 10001) counted) as total
    from "user" where search like $1 order by name_key, id limit $2`,
};

export const oneUser = {
  name: 'one user',
  text: 'select id, name, email, role, image from "user" where id = $1',
};

/** Course with all its content; each table is read once. */
export const courseSections = {
  name: 'course sections',
  text: `select c.*, s.sections from course c, lateral (
    select json_agg(json_build_object('sectionId', s.id, 'name', s.name, 'description', s.description, 'startAt', s.start_at,
      'endAt', s.end_at, 'version', s.version, 'items', i.items) order by s.position) as sections
    from course_section s left join lateral (
      select json_agg(json_build_object('kind', i.kind, 'id', i.item_id, 'name', coalesce(l.name, q.name),
        'type', coalesce(l.type, q.type), 'materialType', coalesce(l.material_type, q.material_type),
        'duration', coalesce(l.duration, q.time_limit, 0), 'startAt', l.start_at, 'isPreview', l.is_preview,
        'isHeld', exists (select from attendance where lesson_id = l.id), 'lockRule', l.lock_rule,
        'version', coalesce(l.version, q.version),
        'isEmpty', case when q.id is null then l.content = '' else not exists (select from question where quiz_id = q.id) end)
        order by i.position) as items
      from section_item i left join lesson l on i.kind = 'lesson' and l.id = i.item_id
        left join quiz q on i.kind <> 'lesson' and q.id = i.item_id
      where i.section_id = s.id) i on true
    where s.course_id = c.id) s where c.id = $1`,
};
