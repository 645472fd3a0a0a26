-- Orders are found by the phone of who ordered, too, in whatever spelling it is kept (as users are, 0025).
alter table "order" drop column search;
alter table "order" add column search text generated always as (
  lower(invoice_number || ' ' || user_name || ' ' || user_email)
    || coalesce(' ' || nullif(regexp_replace(regexp_replace(user_phone, '\D', '', 'g'), '^(62|0)', ''), ''), '')
) stored;
create index order_search on "order" using gin (search gin_trgm_ops);

-- ── Sums by day ──────────────────────────────────────────────────────────────────────────────────────────────────────
-- How many orders of each status a day in Asia/Jakarta has, and what they come to. Kept by statement triggers, over a
-- few slots so that writers do not queue for one row.
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
  taken constant text := 'select tenant, created_at, status, -1 as n, -total_amount::bigint as amount from gone';
  given constant text := 'select tenant, created_at, status, 1 as n, total_amount::bigint as amount from come';
begin
  -- In one order, so that two statements of many days wait for each other instead of deadlocking.
  execute 'insert into order_day as kept (tenant, day, status, slot, n, amount)
    select tenant, (created_at at time zone ''Asia/Jakarta'')::date as day, status, pg_backend_pid() % 4, sum(n), sum(amount)
      from (' || case tg_op when 'INSERT' then given when 'DELETE' then taken else taken || ' union all ' || given end || ') changed
      group by tenant, day, status having sum(n) <> 0 or sum(amount) <> 0 order by tenant, day, status
    on conflict (tenant, day, status, slot) do update set n = kept.n + excluded.n, amount = kept.amount + excluded.amount';
  return null;
end $$;
revoke execute on function keep_order_days() from public;
create trigger keep_order_days_in after insert on "order" referencing new table as come for each statement execute function keep_order_days();
create trigger keep_order_days_out after delete on "order" referencing old table as gone for each statement execute function keep_order_days();
create trigger keep_order_days_over after update on "order" referencing old table as gone new table as come for each statement execute function keep_order_days();

do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    insert into order_day (day, status, slot, n, amount)
      select (created_at at time zone 'Asia/Jakarta')::date, status, 0, count(*), sum(total_amount)
        from "order" where tenant = brand group by 1, 2;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

-- ── Exports ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Who took which rows away, and how many they really read. Kept 90 days.
create table data_export (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  user_id uuid not null,
  user_name text not null,
  -- What was looked for, as the list's query says it; and what the ids in it are called.
  filter jsonb not null,
  names jsonb not null default '{"user": null, "product": null}',
  total int not null check (total >= 0),
  rows int not null default 0 check (rows >= 0),
  -- The parts that were given, the last row of them, and that of those before: a part that was lost is given again.
  parts int not null default 0,
  read_to uuid,
  read_from uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant, id)
);
call tenant_table('data_export');
create index data_export_by_created on data_export (tenant, created_at desc, id desc);

-- An export of orders that was begun is a security event.
do $$
declare
  telling constant regprocedure := 'audit_event(text, uuid, uuid, text, jsonb, text, int)';
begin
  if position('''export-begun''' in pg_get_functiondef(telling)) = 0 then
    raise exception 'audit_event names its events otherwise';
  end if;
  execute replace(pg_get_functiondef(telling), '''export-begun''', '''export-begun'', ''order-export-begun''');
end $$;
