-- Orders with their items, and their counts by day.

create table "order" (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  invoice_number text not null,
  user_id uuid not null,
  user_name text not null,
  user_email text not null,
  user_phone text not null,
  subtotal int not null check (subtotal >= 0),
  discount_amount int not null default 0 check (discount_amount >= 0),
  voucher_code text,
  voucher_amount int not null default 0 check (voucher_amount >= 0),
  unique_code int,
  total_amount int not null check (total_amount >= 0),
  status text not null check (status in ('unpaid', 'pending', 'paid', 'expired', 'cancelled', 'failed', 'refunded')),
  payment_provider text not null,
  payment_method text not null,
  paid_at timestamptz,
  expired_at timestamptz,
  created_at timestamptz not null default now(),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  -- Made by staff; others come from the shop, whose payments end them.
  is_ours boolean not null default false,
  -- Set when an order that was paid is paid no longer; null if unknown.
  refunded_at timestamptz,
  -- Day of the payment, and day on which it was returned. Orders of another system may lack the moments: the moment
  -- before stands in.
  sold_on date generated always as (
    case when paid_at is not null or status in ('paid', 'refunded')
      then (coalesce(paid_at, created_at) at time zone 'Asia/Jakarta')::date end) stored,
  returned_on date generated always as (
    case when status <> 'paid' and (paid_at is not null or status = 'refunded')
      then (coalesce(refunded_at, paid_at, created_at) at time zone 'Asia/Jakarta')::date end) stored,
  search text generated always as (
    search_text(invoice_number || ' ' || user_name || ' ' || user_email) || coalesce(' ' || nullif(search_phone(user_phone), ''), '')) stored,
  primary key (tenant, id),
  unique (tenant, invoice_number)
);
call tenant_table('"order"');
call keep_count_of('"order"');
call keep_weeks_of('"order"', 'created_at');
create index order_by_created on "order" (tenant, created_at desc, id desc);
-- The number of orders of a status, and a page far down, are read in this index alone.
create index order_by_status on "order" (tenant, status, created_at desc, id desc);
create index order_by_user on "order" (tenant, user_id, created_at desc, id desc);
create index order_by_total on "order" (tenant, total_amount, id, status, created_at);
create index order_search on "order" using gin (search gin_trgm_ops);
create index order_to_expire on "order" (tenant, expired_at) where is_ours and status in ('unpaid', 'pending');
create index order_by_sold on "order" (tenant, sold_on) where sold_on is not null;
create index order_by_returned on "order" (tenant, returned_on) where returned_on is not null;
-- Another status is a change: the rows need not be compared as documents, which `touch` does (decision 0065).
create function change_status() returns trigger language plpgsql as $$
begin
  if new.status = 'paid' then
    new.refunded_at := null;
  elsif old.status = 'paid' and new.refunded_at is null then
    new.refunded_at := now();
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
create trigger change_status before update on "order"
  for each row when (old.status <> new.status) execute function change_status();
create trigger touch before update on "order" for each row when (old.status = new.status) execute function touch();

create table order_item (
  tenant text not null default current_tenant(),
  order_id uuid not null,
  line int not null,
  product_type text not null check (product_type in ('courses', 'learning paths', 'subscriptions', 'products')),
  product_id uuid not null,
  product_name text not null,
  price int not null check (price >= 0),
  discount_amount int not null default 0 check (discount_amount >= 0),
  -- Whether this order opened it to its member: closing takes away nothing else.
  is_opened boolean not null default false,
  -- The discount that reduced the price, with its name then; null if none did or it is unknown.
  discount_id uuid,
  discount_name text,
  primary key (tenant, order_id, line),
  foreign key (tenant, order_id) references "order" on delete cascade
);
call tenant_table('order_item');
create index order_item_by_product on order_item (tenant, product_id, order_id);

-- The order after its items: their foreign key decides how its deletion is written.
call audited('order_item', by_statement => true);
call audited('"order"', array['user_id>user'], by_statement => true);

-- The last invoice number of a day in Asia/Jakarta; it is locked until the order is written.
create table invoice_day (
  tenant text not null default current_tenant(),
  day date not null,
  last int not null,
  primary key (tenant, day)
);
call tenant_table('invoice_day', 'select, insert, update');

-- ── Orders by day ────────────────────────────────────────────────────────────────────────────────────────────────────
-- Number and total of the orders of each status by day in Asia/Jakarta. Kept by statement triggers, over a few slots so
-- that writers do not wait for each other.
create table order_day (
  tenant text not null default current_tenant(),
  day date not null,
  status text not null,
  slot int not null,
  n bigint not null,
  amount bigint not null,
  primary key (tenant, day, status, slot)
);
call tenant_table('order_day', 'select');

create function keep_order_days() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed constant text := 'select tenant, created_at, status, -1 as n, -total_amount::bigint as amount from gone';
  added constant text := 'select tenant, created_at, status, 1 as n, total_amount::bigint as amount from come';
begin
  -- In one order, so that two statements of many days wait for each other instead of deadlocking.
  execute 'insert into order_day as kept (tenant, day, status, slot, n, amount)
    select tenant, (created_at at time zone ''Asia/Jakarta'')::date as day, status, pg_backend_pid() % 4, sum(n), sum(amount)
      from (' || case tg_op when 'INSERT' then added when 'DELETE' then removed else removed || ' union all ' || added end || ') changed
      group by tenant, day, status having sum(n) <> 0 or sum(amount) <> 0 order by tenant, day, status
    on conflict (tenant, day, status, slot) do update set n = kept.n + excluded.n, amount = kept.amount + excluded.amount';
  return null;
end $$;
revoke execute on function keep_order_days() from public;
create trigger keep_order_days_in after insert on "order" referencing new table as come for each statement execute function keep_order_days();
create trigger keep_order_days_out after delete on "order" referencing old table as gone for each statement execute function keep_order_days();
create trigger keep_order_days_over after update on "order" referencing old table as gone new table as come for each statement execute function keep_order_days();
