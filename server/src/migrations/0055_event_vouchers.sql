-- Subscriptions as a list, by the names of their people; and event vouchers (domain.md, Subscriber, Event voucher).

-- ── The list ─────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The name of the person, and what people are found by, are copied from "user": an index has them with the period.
alter table subscription
  add column name_key text collate "C" not null default '',
  add column search text not null default '',
  add column event_voucher_quota int check (event_voucher_quota >= 0);

-- No change that the trail tells of.
alter table subscription disable trigger user;
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    update subscription set name_key = person.name_key, search = person.search, event_voucher_quota = plan.event_voucher_quota
      from "user" person, subscription_plan plan
      where subscription.tenant = brand and person.tenant = brand and person.id = subscription.user_id
        and plan.tenant = brand and plan.id = subscription.plan_id;
    insert into row_count (tenant, table_name, slot, n) select brand, 'subscription', 0, count(*) from subscription where tenant = brand;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
alter table subscription enable trigger user;
call keep_count_of('subscription');
alter table subscription alter column event_voucher_quota set not null;

-- A subscription begins with what its plan gives then: a later change of the plan is not a change of what was sold.
create function begin_subscription() returns trigger language plpgsql as $$
begin
  select name_key, search into new.name_key, new.search from "user" where tenant = new.tenant and id = new.user_id;
  new.name_key := coalesce(new.name_key, '');
  new.search := coalesce(new.search, '');
  new.event_voucher_quota := coalesce(new.event_voucher_quota,
    (select event_voucher_quota from subscription_plan where tenant = new.tenant and id = new.plan_id));
  return new;
end $$;
create trigger begin_subscription before insert on subscription for each row execute function begin_subscription();

create function rename_subscriber() returns trigger language plpgsql as $$
begin
  update subscription set name_key = new.name_key, search = new.search where tenant = new.tenant and user_id = new.id;
  return null;
end $$;
create trigger rename_subscriber after update of name, email, phone_number on "user"
  for each row when (old.search is distinct from new.search or old.name_key is distinct from new.name_key)
  execute function rename_subscriber();

-- As those of discounts (0031): a status passes over entries.
create index subscription_by_name on subscription (tenant, name_key, id, end_date, cancelled_at);
create index subscription_by_start on subscription (tenant, start_date, id, end_date, cancelled_at);
create index subscription_by_end on subscription (tenant, end_date, id, cancelled_at);
create index subscription_search on subscription using gin (search gin_trgm_ops);

-- ── Event vouchers ───────────────────────────────────────────────────────────────────────────────────────────────────
-- The members' own site issues one for an event that a subscriber chose; redeeming issues it where there is none yet.
create table event_voucher (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  subscription_id uuid not null,
  event_name text not null,
  code text not null check (code ~ '^[A-Z0-9]{4,20}$'),
  quota int not null default 1 check (quota >= 1),
  used int not null default 0 check (used >= 0),
  redeemed_at timestamptz,
  expired_at timestamptz not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  search text generated always as (lower(event_name || ' ' || code)) stored,
  primary key (tenant, id),
  constraint event_voucher_tenant_code_key unique (tenant, code),
  check (used <= quota),
  foreign key (tenant, subscription_id) references subscription on delete cascade
);
create trigger touch before update on event_voucher for each row execute function touch();
call tenant_table('event_voucher', 'select, insert, update');
call audited('event_voucher');
create index event_voucher_by_subscription on event_voucher (tenant, subscription_id, id);
-- One for each event, however its name is written.
create unique index event_voucher_of_event on event_voucher (tenant, subscription_id, lower(event_name));
