-- Codes of a voucher that are each good for one order, beside its own, which everybody types (ours; domain.md, Voucher).
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

-- How many it has: the trail tells when some came or went, each by itself it does not.
alter table voucher add column total_codes int not null default 0 check (total_codes >= 0);
do $$
begin
  if position('''total_users''' in pg_get_functiondef('touch'::regproc)) = 0 then
    raise exception 'touch names its counts otherwise';
  end if;
  execute replace(pg_get_functiondef('touch'::regproc), '''total_users''', '''total_users'', ''total_codes''');
end $$;

-- The code that an order used, where it was one of these.
alter table voucher_redemption add column code text;
create unique index voucher_redemption_of_code on voucher_redemption (tenant, code) where released_at is null and code is not null;

-- After count_redemption, which holds the voucher: of two that want the same code one sees the other's use.
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
