/** The best SQL we know for what the measured calls answer; `pg` sends it prepared, as the server does. */
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
