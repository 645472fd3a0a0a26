-- Partial refunds in sales (docs/decisions/0120), on their own days and split over the items: what an order returns when its
-- status says so is the rest. A day counts an order once, however often it was refunded on it.

create or replace function sales_of(days date[], only_kind text) returns table (
  day date, kind text, type text, key text, label text,
  orders int, gross bigint, discounts bigint, paid bigint, refunds int, refunded bigint
) language sql stable as $$
  with sale as materialized (
    select sold_on as on_day, true as is_sale, o.id as part, tenant, o.id, subtotal, discount_amount, voucher_code, voucher_amount,
      total_amount, total_amount::bigint as amount, payment_provider, payment_method
      from "order" o where tenant = current_tenant() and sold_on = any (days)
    union all
    -- What was left when all of it went back.
    select returned_on, false, o.id, tenant, o.id, subtotal, discount_amount, voucher_code, voucher_amount,
      total_amount, total_amount - (select coalesce(sum(r.amount), 0) from refund r
        where r.tenant = o.tenant and r.order_id = o.id and r.returned_on is not null), payment_provider, payment_method
      from "order" o where tenant = current_tenant() and returned_on = any (days)
    union all
    select r.returned_on, false, r.id, tenant, o.id, subtotal, discount_amount, voucher_code, voucher_amount,
      total_amount, r.amount, payment_provider, payment_method
      from refund r join "order" o using (tenant) where tenant = current_tenant() and o.id = r.order_id and r.returned_on = any (days)
  ), item as (
    select s.id, s.part, s.on_day, s.is_sale, i.tenant, i.line, i.product_type, i.product_id, i.product_name, i.price, i.discount_amount, i.discount_id,
      i.discount_name, s.total_amount,
      s.subtotal - sum(i.price::bigint) over whole as other_gross,
      s.discount_amount::bigint + s.voucher_amount - sum(i.discount_amount::bigint) over whole as other_discounts,
      case when sum(greatest(i.price - i.discount_amount, 0)::bigint) over whole = 0 then 1
        else greatest(i.price - i.discount_amount, 0) end::numeric as weight
    from sale s join order_item i on i.tenant = s.tenant and i.order_id = s.id
    window whole as (partition by s.id, s.is_sale, s.part)
  ), weighed as (
    select item.*, sum(weight) over (partition by id, is_sale, part) as weights,
      sum(weight) over (partition by id, is_sale, part order by line) as upto
    from item
  ), shared as materialized (
    select *,
      price + (div(other_gross * upto, weights) - div(other_gross * (upto - weight), weights))::bigint as gross,
      discount_amount + (div(other_discounts * upto, weights) - div(other_discounts * (upto - weight), weights))::bigint as discounts,
      case when part <> id
        then coalesce((select r.amount from refund_item r where r.tenant = weighed.tenant and r.refund_id = part and r.line = weighed.line), 0)
        else (div(total_amount * upto, weights) - div(total_amount * (upto - weight), weights))::bigint
          - case when is_sale then 0 else (select coalesce(sum(i.amount), 0) from refund r join refund_item i on i.tenant = r.tenant and i.refund_id = r.id
            where r.tenant = weighed.tenant and r.order_id = weighed.id and r.returned_on is not null and i.line = weighed.line) end
      end as amount
    from weighed
  ), reduced as materialized (
    select id, is_sale, part, sum(discount_amount::bigint) as discounts from item group by id, is_sale, part
  ), piece as (
    select on_day, is_sale, id, 'total' as kind, '' as type, '' as key, '' as label,
      subtotal::bigint as gross, discount_amount::bigint + voucher_amount as discounts, amount
      from sale where coalesce(only_kind, 'total') = 'total'
    union all
    select on_day, is_sale, id, 'method', payment_provider, payment_method, payment_method,
      subtotal, discount_amount::bigint + voucher_amount, amount
      from sale where coalesce(only_kind, 'method') = 'method'
    union all
    select on_day, is_sale, id, 'product', product_type, product_id::text, product_name, gross, discounts, amount
      from shared where coalesce(only_kind, 'product') = 'product' and (part = id or amount > 0)
    union all
    select on_day, is_sale, id, 'product', 'none', '', '', subtotal, discount_amount::bigint + voucher_amount, amount
      from sale where coalesce(only_kind, 'product') = 'product' and not exists (select 1 from item where item.id = sale.id)
    union all
    select on_day, is_sale, id, 'promotion', 'discount', coalesce(discount_id::text, ''), coalesce(discount_name, ''),
      gross, discount_amount, amount from shared
      where coalesce(only_kind, 'promotion') = 'promotion' and discount_amount > 0 and (part = id or amount > 0)
    union all
    -- Discounts of an order that its items do not have.
    select on_day, is_sale, sale.id, 'promotion', 'discount', '', '',
      case when coalesce(reduced.discounts, 0) = 0 then subtotal else 0 end, discount_amount - coalesce(reduced.discounts, 0),
      case when coalesce(reduced.discounts, 0) = 0 then amount else 0 end
      from sale left join reduced using (id, is_sale, part)
      where coalesce(only_kind, 'promotion') = 'promotion' and discount_amount <> coalesce(reduced.discounts, 0)
    union all
    select on_day, is_sale, sale.id, 'promotion', case when used.voucher_id is null then 'code' else 'voucher' end,
      coalesce(used.voucher_id::text, voucher_code, ''), coalesce(voucher_code, ''), subtotal, voucher_amount, sale.amount
      from sale left join voucher_redemption used on used.tenant = sale.tenant and used.order_id = sale.id
      where coalesce(only_kind, 'promotion') = 'promotion' and (voucher_code is not null or voucher_amount > 0)
    union all
    select on_day, is_sale, sale.id, 'promotion', 'none', '', '', subtotal, 0, amount
      from sale left join reduced using (id, is_sale, part)
      where coalesce(only_kind, 'promotion') = 'promotion' and voucher_code is null and voucher_amount = 0
        and discount_amount = 0 and coalesce(reduced.discounts, 0) = 0
  ), of_order as (
    select on_day, kind, type, key, max(label) as label, is_sale, sum(gross) as gross, sum(discounts) as discounts, sum(amount) as amount
    from piece group by on_day, kind, type, key, is_sale, id
  )
  select on_day, kind, type, key, max(label), (count(*) filter (where is_sale))::int,
    coalesce(sum(gross) filter (where is_sale), 0)::bigint, coalesce(sum(discounts) filter (where is_sale), 0)::bigint,
    coalesce(sum(amount) filter (where is_sale), 0)::bigint, (count(*) filter (where not is_sale))::int,
    coalesce(sum(amount) filter (where not is_sale), 0)::bigint
  from of_order group by on_day, kind, type, key
$$;

-- ── Marks ────────────────────────────────────────────────────────────────────────────────────────────────────────────
create function mark_sales_of_refund() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sales_change (tenant, day)
    select distinct coalesce(new.tenant, old.tenant), day from unnest(array[old.returned_on, new.returned_on]) day where day is not null;
  return null;
end $$;
revoke execute on function mark_sales_of_refund() from public;
create trigger mark_sales_in after insert on refund for each row when (new.returned_on is not null) execute function mark_sales_of_refund();
create trigger mark_sales_over after update on refund for each row when (old.returned_on is distinct from new.returned_on) execute function mark_sales_of_refund();
create trigger mark_sales_out after delete on refund for each row when (old.returned_on is not null) execute function mark_sales_of_refund();
