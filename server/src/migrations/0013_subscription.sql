-- Subscription plans, subscriptions, and the event vouchers that these give (domain.md).

call record_table('subscription_plan', $$
  description text not null default '',
  price int not null default 0 check (price >= 0),
  duration_months smallint not null check (duration_months in (1, 3, 6, 12)),
  event_voucher_quota int not null default 0 check (event_voucher_quota >= 0),
  is_published boolean not null default false
$$);
create index subscription_plan_search on subscription_plan using gin (search gin_trgm_ops);

create table subscription (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  user_id uuid not null,
  plan_id uuid not null,
  order_id uuid,
  -- Its first and its last day in Jakarta.
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  cancelled_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  -- Copied from "user", so that an index has them with the period.
  name_key text collate "C" not null default '',
  search text not null default '',
  event_voucher_quota int not null check (event_voucher_quota >= 0),
  primary key (tenant, id),
  foreign key (tenant, user_id) references "user" on delete cascade,
  foreign key (tenant, plan_id) references subscription_plan,
  foreign key (tenant, order_id) references "order" on delete set null (order_id)
);
call tenant_table('subscription');
call audited('subscription');
call keep_count_of('subscription');
create index subscription_by_user on subscription (tenant, user_id, end_date desc);
create index subscription_by_plan on subscription (tenant, plan_id);
create index subscription_by_order on subscription (tenant, order_id);
-- The columns behind the id decide the status.
create index subscription_by_name on subscription (tenant, name_key, id, end_date, cancelled_at);
create index subscription_by_start on subscription (tenant, start_date, id, end_date, cancelled_at);
create index subscription_by_end on subscription (tenant, end_date, id, cancelled_at);
create index subscription_search on subscription using gin (search gin_trgm_ops);
-- Cancelled before their last day, between the active ones and those that are over.
create index subscription_cancelled_by_end on subscription (tenant, end_date, id) where cancelled_at is not null;
create trigger touch before update on subscription for each row execute function touch();

-- A subscription begins with what its plan gives then: a later change of the plan does not change what was sold.
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
create trigger rename_subscriber after update of name, email, phone_number on "user" for each row
  when (old.search is distinct from new.search or old.name_key is distinct from new.name_key)
  execute function follow_rename('subscription', 'user_id', '(name_key, search) = ($1.name_key, $1.search)');

-- ── Event vouchers ───────────────────────────────────────────────────────────────────────────────────────────────────
-- The members' own site creates one for an event that a subscriber chose; redeeming creates it where there is none yet.
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
  search text generated always as (search_text(event_name || ' ' || code)) stored,
  name_key text collate "C" not null generated always as (lower(event_name)) stored,
  primary key (tenant, id),
  constraint event_voucher_tenant_code_key unique (tenant, code),
  check (used <= quota),
  foreign key (tenant, subscription_id) references subscription on delete cascade
);
call tenant_table('event_voucher', 'select, insert, update');
call audited('event_voucher');
create index event_voucher_by_subscription on event_voucher (tenant, subscription_id, id);
-- One for each event, however its name is written.
create unique index event_voucher_of_event on event_voucher (tenant, subscription_id, lower(event_name));
-- The known events of a tenant.
create index event_voucher_by_name on event_voucher (tenant, name_key, id);
create index event_voucher_search on event_voucher using gin (search gin_trgm_ops);
create trigger touch before update on event_voucher for each row execute function touch();
