-- Sums of days with many orders. Items of an order are looked up: the number of orders is guessed too low for a join.
do $do$
declare
  text text := pg_get_functiondef('sales_of'::regproc);
  changes text[] := array[
    ['select id, is_sale, part, sum(discount_amount::bigint) as discounts from item group by id, is_sale, part',
     'select sale.*, (select coalesce(sum(i.discount_amount::bigint), 0) from order_item i where i.tenant = sale.tenant and i.order_id = sale.id) as of_items
      from sale'],
    ['select 1 from item where item.id = sale.id', 'select from order_item i where i.tenant = sale.tenant and i.order_id = sale.id'],
    ['on_day, is_sale, sale.id, ''promotion'', ''discount''', 'on_day, is_sale, id, ''promotion'', ''discount'''],
    ['on_day, is_sale, sale.id, ''promotion'', ''none''', 'on_day, is_sale, id, ''promotion'', ''none'''],
    ['coalesce(reduced.discounts, 0)', 'of_items'],
    ['sale left join reduced using (id, is_sale, part)', 'reduced']];
begin
  for n in 1 .. array_length(changes, 1) loop
    if position(changes[n][1] in text) = 0 then raise exception 'sales_of does not read: %', changes[n][1]; end if;
    text := replace(text, changes[n][1], changes[n][2]);
  end loop;
  execute text;
end $do$;
