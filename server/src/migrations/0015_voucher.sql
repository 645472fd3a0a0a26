-- Vouchers, what they are for, their codes and their uses (domain.md, Voucher).

call record_table('voucher', $$
  -- What members type; compared by letters and digits alone.
  code text not null check (code ~ '^[A-Z0-9]{4,20}$'),
  description text not null default '',
  discount_type smallint not null check (discount_type in (0, 1, 2)),
  value int not null check (value >= 0),
  max_discount int check (max_discount >= 1),
  min_purchase int check (min_purchase >= 1),
  start_date timestamptz not null,
  end_date timestamptz,
  is_repeating boolean not null default false,
  quota int check (quota >= 1),
  used_count int not null default 0 check (used_count >= 0),
  quota_per_user int not null default 1 check (quota_per_user >= 1),
  is_stackable boolean not null default false,
  all_product boolean not null default false,
  is_published boolean not null default false,
  is_active boolean not null default false,
  -- The history has additions and removals of codes; the count itself is no change.
  total_codes int not null default 0 check (total_codes >= 0),
  constraint voucher_tenant_code_key unique (tenant, code),
  check (discount_type <> 2 or value between 1 and 100),
  check (start_date < end_date),
  check (used_count <= quota)
$$, searched => $$search_text(name || ' ' || code)$$);
-- With the columns that the badge of a voucher needs: a filter by badge counts in the index.
create index voucher_list on voucher (tenant, id, is_published, is_active, start_date, end_date)
  include (used_count, quota, all_product);
create index voucher_by_name on voucher (tenant, search collate "C", id, is_published);
create index voucher_by_start on voucher (tenant, start_date, id, is_active, end_date, is_published);
create index voucher_by_end on voucher (tenant, end_date, id, is_published);
create index voucher_by_updated on voucher (tenant, updated_at, id, is_published);
create index voucher_search on voucher using gin (search gin_trgm_ops);
-- The vouchers for all products that a member could use: looked up whenever a price is explained.
create index voucher_for_all on voucher (tenant, end_date, id) where all_product and is_published and is_active;
create trigger refuse_count before update of used_count on voucher
  for each row when (old.used_count is distinct from new.used_count) execute function refuse_count();
create trigger refuse_first_count before insert on voucher
  for each row when (new.used_count <> 0) execute function refuse_count();

call link_table('voucher', 'course');
call link_table('voucher', 'learning_path', 'path');
call link_table('voucher', 'subscription_plan', 'plan');
call link_table('voucher', 'product');

-- Codes that are each valid for one order, beside the voucher's own, which everybody types.
create table voucher_code (
  tenant text not null default current_tenant(),
  code text not null check (code ~ '^[A-Z0-9]{4,20}$'),
  voucher_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant, code),
  foreign key (tenant, voucher_id) references voucher on delete cascade
);
call tenant_table('voucher_code', 'select, insert, delete');
create index voucher_code_by_voucher on voucher_code (tenant, voucher_id, code);

-- ── Uses ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- An order has one voucher. A released use does not count; its row stays.
create table voucher_redemption (
  tenant text not null default current_tenant(),
  order_id uuid not null,
  voucher_id uuid not null,
  user_id uuid not null,
  amount int not null check (amount >= 0),
  redeemed_at timestamptz not null default now(),
  released_at timestamptz,
  -- The code of `voucher_code` that was used; null for the voucher's own.
  code text,
  primary key (tenant, order_id),
  foreign key (tenant, order_id) references "order" on delete cascade,
  foreign key (tenant, voucher_id) references voucher
);
call tenant_table('voucher_redemption', 'select, insert, update');
call audited('voucher_redemption');
create index voucher_redemption_by_voucher on voucher_redemption (tenant, voucher_id, redeemed_at desc, order_id);
create index voucher_redemption_by_member on voucher_redemption (tenant, voucher_id, user_id) where released_at is null;
create unique index voucher_redemption_of_code on voucher_redemption (tenant, code) where released_at is null and code is not null;

-- Of two orders that want the last use, one waits for the voucher's row and sees the other's.
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

-- By name after count_redemption, which locks the voucher: of two orders that want the same code, one sees the other's use.
create function one_use_of_code() returns trigger language plpgsql as $$
begin
  if new.code is not null and new.released_at is null and exists (select 1 from voucher_redemption
      where tenant = new.tenant and code = new.code and released_at is null and order_id <> new.order_id) then
    raise exception 'This code was used already: it is good for one order' using errcode = 'HT409';
  end if;
  return new;
end $$;
create trigger one_use_of_code before insert or update of released_at on voucher_redemption
  for each row execute function one_use_of_code();
