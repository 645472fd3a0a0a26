-- Orders that other programs place, and the payments that they report (docs/decisions/0100).

-- Id of the order in the program that placed it.
alter table "order" add column external_id text check (external_id <> '' and length(external_id) <= 100);
create unique index order_external_id on "order" (tenant, external_id) where external_id is not null;

-- Notices of payments as they arrived, also those that were refused. Rows are only added.
create table payment_notice (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  order_id uuid not null,
  -- Name of the API key that reported it.
  provider text not null,
  method text not null,
  -- Id of the payment at the provider; a payment has one notice of each status.
  reference text not null,
  status text not null check (status in ('pending', 'failed', 'expired', 'cancelled', 'paid')),
  amount int not null check (amount >= 0),
  paid_at timestamptz,
  at timestamptz not null default now(),
  -- Whether it changed the status of the order.
  is_applied boolean not null,
  -- Reason why it could not.
  refusal text,
  raw jsonb not null,
  primary key (tenant, id),
  unique (tenant, reference, status),
  foreign key (tenant, order_id) references "order" on delete cascade
);
call tenant_table('payment_notice', 'select, insert');
create index payment_notice_by_order on payment_notice (tenant, order_id, at, id);
