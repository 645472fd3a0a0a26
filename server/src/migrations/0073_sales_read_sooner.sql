-- Sales are read sooner: the rows of a day are stored side by side, and without a changed day no orders are planned for.

-- Sales of changed days, added up from their orders; none without days, at no cost.
create function changed_sales_of(days date[], only_kind text) returns table (
  day date, kind text, type text, key text, label text,
  orders int, gross bigint, discounts bigint, paid bigint, refunds int, refunded bigint
) language plpgsql stable as $$
begin
  if cardinality(days) > 0 then
    return query select * from sales_of(days, only_kind);
  end if;
end $$;

-- As before, in the order in which periods are read.
create or replace function keep_sales() returns int language plpgsql as $$
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

cluster sales_day using sales_day_pkey;
