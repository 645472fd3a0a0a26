-- Subscription plans, and who has which until when (domain.md, Subscription plan and Subscriber).
call record_table('subscription_plan', $$
  description text not null default '',
  price int not null default 0 check (price >= 0),
  duration_months smallint not null check (duration_months in (1, 3, 6, 12)),
  event_voucher_quota int not null default 0 check (event_voucher_quota >= 0),
  is_published boolean not null default false
$$);

-- From the first to the last of its days in Jakarta.
create table subscription (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  user_id uuid not null,
  plan_id uuid not null,
  order_id uuid,
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  cancelled_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, user_id) references "user" on delete cascade,
  foreign key (tenant, plan_id) references subscription_plan,
  foreign key (tenant, order_id) references "order" on delete set null (order_id)
);
create trigger touch before update on subscription for each row execute function touch();
call tenant_table('subscription');
call audited('subscription');
create index subscription_by_user on subscription (tenant, user_id, end_date desc);
create index subscription_by_plan on subscription (tenant, plan_id);
create index subscription_by_order on subscription (tenant, order_id);
