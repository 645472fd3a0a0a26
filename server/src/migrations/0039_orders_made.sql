-- Orders that staff make for a member: what they open to them, and the uses of vouchers, which hold whoever asks at once
-- (domain.md, Order, Voucher).

alter table "order"
  add column version int not null default 1,
  add column updated_at timestamptz not null default now(),
  -- Made here; others come from the shop, whose payments end them.
  add column is_ours boolean not null default false;
create trigger touch before update on "order" for each row execute function touch();
create index order_to_expire on "order" (tenant, expired_at) where is_ours and status in ('unpaid', 'pending');

-- Whether this order opened it to its member, so that closing takes away nothing else.
alter table order_item add column is_opened boolean not null default false;
create index order_item_by_product on order_item (tenant, product_id, order_id);

-- The last number of a day's invoices in Asia/Jakarta; who takes one holds it until the order stands.
create table invoice_day (
  tenant text not null default current_tenant(),
  day date not null,
  last int not null,
  primary key (tenant, day)
);
call tenant_table('invoice_day', 'select, insert, update');

-- ── Uses of vouchers ─────────────────────────────────────────────────────────────────────────────────────────────────
-- An order has one voucher. What was released does not count; it stays to be read.
create table voucher_redemption (
  tenant text not null default current_tenant(),
  order_id uuid not null,
  voucher_id uuid not null,
  user_id uuid not null,
  amount int not null check (amount >= 0),
  redeemed_at timestamptz not null default now(),
  released_at timestamptz,
  primary key (tenant, order_id),
  foreign key (tenant, order_id) references "order" on delete cascade,
  foreign key (tenant, voucher_id) references voucher
);
call tenant_table('voucher_redemption', 'select, insert, update');
call audited('voucher_redemption');
create index voucher_redemption_by_voucher on voucher_redemption (tenant, voucher_id, redeemed_at desc, order_id);
create index voucher_redemption_by_member on voucher_redemption (tenant, voucher_id, user_id) where released_at is null;

-- A use is no change of the voucher: neither its version nor the trail tells of it.
do $$
declare
  known text;
begin
  foreach known in array array['touch', 'audit_row'] loop
    if position('''total_members''' in pg_get_functiondef(known::regproc)) = 0 then
      raise exception '% names its counts otherwise', known;
    end if;
    execute replace(pg_get_functiondef(known::regproc), '''total_members''', '''total_members'', ''used_count''');
  end loop;
end $$;

-- Of two that want the last use one waits for the voucher's row, and sees the other's.
create function count_redemption() returns trigger language plpgsql as $$
declare
  most int;
begin
  if tg_op <> 'INSERT' and old.released_at is null and (tg_op = 'DELETE' or new.released_at is not null) then
    update voucher set used_count = used_count - 1 where tenant = old.tenant and id = old.voucher_id;
  end if;
  if tg_op = 'INSERT' and new.released_at is null or tg_op = 'UPDATE' and old.released_at is not null and new.released_at is null then
    update voucher set used_count = used_count + 1
      where tenant = new.tenant and id = new.voucher_id and (quota is null or used_count < quota)
      returning case when is_repeating then quota_per_user else 1 end into most;
    -- Of a voucher that whoever writes does not see, the table's own rules speak.
    if not found and exists (select 1 from voucher where tenant = new.tenant and id = new.voucher_id) then
      raise exception 'This voucher was used as often as it may be' using errcode = 'HT409';
    end if;
    if (select count(*) from voucher_redemption
        where tenant = new.tenant and voucher_id = new.voucher_id and user_id = new.user_id and released_at is null) >= most then
      raise exception 'This member used this voucher as often as they may' using errcode = 'HT409';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger count_redemption before insert or delete or update of released_at on voucher_redemption
  for each row execute function count_redemption();

create trigger refuse_count before update of used_count on voucher
  for each row when (old.used_count is distinct from new.used_count) execute function refuse_count();
create trigger refuse_first_count before insert on voucher
  for each row when (new.used_count <> 0) execute function refuse_count();
