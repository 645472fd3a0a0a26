-- Sales by day in Asia/Jakarta (docs/decisions/0051): what was paid and refunded in all, by product, by promotion and by
-- payment method. Changes of orders mark their days; `keep_sales` adds up the marked days again.

create table sales_day (
  tenant text not null default current_tenant(),
  day date not null,
  kind text not null check (kind in ('total', 'product', 'promotion', 'method')),
  -- Product type and id; 'discount' or 'voucher' and id, 'code' and code, or 'none'; payment provider and method.
  type text not null,
  key text not null,
  -- Name at the time of the sale.
  label text not null,
  -- Orders paid on this day: list prices, reductions, and what was paid.
  orders int not null,
  gross bigint not null,
  discounts bigint not null,
  paid bigint not null,
  -- Orders refunded on this day, whenever they were paid.
  refunds int not null,
  refunded bigint not null,
  primary key (tenant, kind, day, type, key)
);
call tenant_table('sales_day', 'select, insert, delete');

-- Days to add up again. Rows are only added and deleted, so that payments do not wait for each other.
create table sales_change (
  tenant text not null default current_tenant(),
  day date not null,
  id uuid not null default new_id(),
  primary key (tenant, day, id)
);
call tenant_table('sales_change', 'select, delete');

-- Sales of some days, added up from their orders; `only_kind`: one kind, null for all. The parts of items and promotions
-- add up to the order exactly: the rest of an order is split over its items by their prices, with cumulative rounding.
create function sales_of(days date[], only_kind text) returns table (
  day date, kind text, type text, key text, label text,
  orders int, gross bigint, discounts bigint, paid bigint, refunds int, refunded bigint
) language sql stable as $$
  with sale as materialized (
    select sold_on as on_day, true as is_sale, tenant, o.id, subtotal, discount_amount, voucher_code, voucher_amount, total_amount,
      payment_provider, payment_method
      from "order" o where tenant = current_tenant() and sold_on = any (days)
    union all
    select returned_on, false, tenant, o.id, subtotal, discount_amount, voucher_code, voucher_amount, total_amount,
      payment_provider, payment_method
      from "order" o where tenant = current_tenant() and returned_on = any (days)
  ), item as (
    select s.id, s.on_day, s.is_sale, i.line, i.product_type, i.product_id, i.product_name, i.price, i.discount_amount, i.discount_id,
      i.discount_name, s.total_amount,
      s.subtotal - sum(i.price::bigint) over whole as other_gross,
      s.discount_amount::bigint + s.voucher_amount - sum(i.discount_amount::bigint) over whole as other_discounts,
      case when sum(greatest(i.price - i.discount_amount, 0)::bigint) over whole = 0 then 1
        else greatest(i.price - i.discount_amount, 0) end::numeric as weight
    from sale s join order_item i on i.tenant = s.tenant and i.order_id = s.id
    window whole as (partition by s.id, s.is_sale)
  ), weighed as (
    select item.*, sum(weight) over (partition by id, is_sale) as weights,
      sum(weight) over (partition by id, is_sale order by line) as upto
    from item
  ), shared as materialized (
    select *,
      price + (div(other_gross * upto, weights) - div(other_gross * (upto - weight), weights))::bigint as gross,
      discount_amount + (div(other_discounts * upto, weights) - div(other_discounts * (upto - weight), weights))::bigint as discounts,
      (div(total_amount * upto, weights) - div(total_amount * (upto - weight), weights))::bigint as amount
    from weighed
  ), reduced as materialized (
    select id, is_sale, sum(discount_amount::bigint) as discounts from item group by id, is_sale
  ), part as (
    select on_day, is_sale, id, 'total' as kind, '' as type, '' as key, '' as label,
      subtotal::bigint as gross, discount_amount::bigint + voucher_amount as discounts, total_amount::bigint as amount
      from sale where coalesce(only_kind, 'total') = 'total'
    union all
    select on_day, is_sale, id, 'method', payment_provider, payment_method, payment_method,
      subtotal, discount_amount::bigint + voucher_amount, total_amount
      from sale where coalesce(only_kind, 'method') = 'method'
    union all
    select on_day, is_sale, id, 'product', product_type, product_id::text, product_name, gross, discounts, amount
      from shared where coalesce(only_kind, 'product') = 'product'
    union all
    select on_day, is_sale, id, 'product', 'none', '', '', subtotal, discount_amount::bigint + voucher_amount, total_amount
      from sale where coalesce(only_kind, 'product') = 'product' and not exists (select 1 from item where item.id = sale.id)
    union all
    select on_day, is_sale, id, 'promotion', 'discount', coalesce(discount_id::text, ''), coalesce(discount_name, ''),
      gross, discount_amount, amount from shared where coalesce(only_kind, 'promotion') = 'promotion' and discount_amount > 0
    union all
    -- Discounts of an order that its items do not have.
    select on_day, is_sale, sale.id, 'promotion', 'discount', '', '',
      case when coalesce(reduced.discounts, 0) = 0 then subtotal else 0 end, discount_amount - coalesce(reduced.discounts, 0),
      case when coalesce(reduced.discounts, 0) = 0 then total_amount else 0 end
      from sale left join reduced using (id, is_sale)
      where coalesce(only_kind, 'promotion') = 'promotion' and discount_amount <> coalesce(reduced.discounts, 0)
    union all
    select on_day, is_sale, sale.id, 'promotion', case when used.voucher_id is null then 'code' else 'voucher' end,
      coalesce(used.voucher_id::text, voucher_code, ''), coalesce(voucher_code, ''), subtotal, voucher_amount, total_amount
      from sale left join voucher_redemption used on used.tenant = sale.tenant and used.order_id = sale.id
      where coalesce(only_kind, 'promotion') = 'promotion' and (voucher_code is not null or voucher_amount > 0)
    union all
    select on_day, is_sale, sale.id, 'promotion', 'none', '', '', subtotal, 0, total_amount
      from sale left join reduced using (id, is_sale)
      where coalesce(only_kind, 'promotion') = 'promotion' and voucher_code is null and voucher_amount = 0
        and discount_amount = 0 and coalesce(reduced.discounts, 0) = 0
  ), of_order as (
    select on_day, kind, type, key, max(label) as label, is_sale, sum(gross) as gross, sum(discounts) as discounts, sum(amount) as amount
    from part group by on_day, kind, type, key, is_sale, id
  )
  select on_day, kind, type, key, max(label), (count(*) filter (where is_sale))::int,
    coalesce(sum(gross) filter (where is_sale), 0)::bigint, coalesce(sum(discounts) filter (where is_sale), 0)::bigint,
    coalesce(sum(amount) filter (where is_sale), 0)::bigint, (count(*) filter (where not is_sale))::int,
    coalesce(sum(amount) filter (where not is_sale), 0)::bigint
  from of_order group by on_day, kind, type, key
$$;

-- As sales_of; without days nothing is planned, at no cost.
create function changed_sales_of(days date[], only_kind text) returns table (
  day date, kind text, type text, key text, label text,
  orders int, gross bigint, discounts bigint, paid bigint, refunds int, refunded bigint
) language plpgsql stable as $$
begin
  if cardinality(days) > 0 then
    return query select * from sales_of(days, only_kind);
  end if;
end $$;

-- Adds up marked days again, at most 31; returns their number. A change that commits meanwhile has a mark of its own, which
-- stays. One caller at a time, so that no older sums replace newer ones. Rows are written in the order in which periods
-- are read.
create function keep_sales() returns int language plpgsql as $$
declare
  touched date[];
begin
  perform pg_advisory_xact_lock(hashtextextended('sales_day ' || current_tenant(), 0));
  select array_agg(day) into touched
    from (select distinct day from sales_change where tenant = current_tenant() order by day desc limit 31) latest;
  if touched is null then return 0; end if;
  delete from sales_change where tenant = current_tenant() and day = any (touched);
  delete from sales_day where tenant = current_tenant() and day = any (touched);
  insert into sales_day (day, kind, type, key, label, orders, gross, discounts, paid, refunds, refunded)
    select * from sales_of(touched, null) order by kind, day, type, key;
  return cardinality(touched);
end $$;

-- ── Marks ────────────────────────────────────────────────────────────────────────────────────────────────────────────
create function mark_sales() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    insert into sales_change (tenant, day)
      select distinct changed.tenant, day from (select come.tenant, array[gone.sold_on, gone.returned_on, come.sold_on, come.returned_on] as days
        from gone join come using (tenant, id)
        where (gone.sold_on, gone.returned_on, gone.subtotal, gone.discount_amount, gone.voucher_code, gone.voucher_amount,
            gone.total_amount, gone.payment_provider, gone.payment_method)
          is distinct from (come.sold_on, come.returned_on, come.subtotal, come.discount_amount, come.voucher_code, come.voucher_amount,
            come.total_amount, come.payment_provider, come.payment_method)) changed, unnest(days) day
      where day is not null;
  elsif tg_op = 'INSERT' then
    insert into sales_change (tenant, day)
      select distinct tenant, day from come, unnest(array[sold_on, returned_on]) day where day is not null;
  else
    insert into sales_change (tenant, day)
      select distinct tenant, day from gone, unnest(array[sold_on, returned_on]) day where day is not null;
  end if;
  return null;
end $$;

-- Items of an order that is deleted with them need no mark: the order's own covers them.
create function mark_sales_of_items() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    insert into sales_change (tenant, day)
      select distinct o.tenant, day from (
          select tenant, order_id, line, product_type, product_id, product_name, price, discount_amount, discount_id, discount_name
            from (select false as is_new, * from gone union all select true, * from come) both_times
            group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having count(*) = 1
        ) changed join "order" o on o.tenant = changed.tenant and o.id = changed.order_id, unnest(array[o.sold_on, o.returned_on]) day
      where day is not null;
  elsif tg_op = 'INSERT' then
    insert into sales_change (tenant, day)
      select distinct o.tenant, day from come join "order" o on o.tenant = come.tenant and o.id = come.order_id,
        unnest(array[o.sold_on, o.returned_on]) day where day is not null;
  else
    insert into sales_change (tenant, day)
      select distinct o.tenant, day from gone join "order" o on o.tenant = gone.tenant and o.id = gone.order_id,
        unnest(array[o.sold_on, o.returned_on]) day where day is not null;
  end if;
  return null;
end $$;
revoke execute on function mark_sales(), mark_sales_of_items() from public;

create trigger mark_sales_in after insert on "order" referencing new table as come for each statement execute function mark_sales();
create trigger mark_sales_out after delete on "order" referencing old table as gone for each statement execute function mark_sales();
create trigger mark_sales_over after update on "order" referencing old table as gone new table as come for each statement execute function mark_sales();
create trigger mark_sales_in after insert on order_item referencing new table as come for each statement execute function mark_sales_of_items();
create trigger mark_sales_out after delete on order_item referencing old table as gone for each statement execute function mark_sales_of_items();
create trigger mark_sales_over after update on order_item referencing old table as gone new table as come for each statement execute function mark_sales_of_items();
