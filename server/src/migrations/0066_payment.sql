-- Ledger of payments (docs/decisions/0113): what came in for an order and what went back. Rows are only added.

create table payment (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  order_id uuid not null,
  kind text not null check (kind in ('charge', 'refund', 'fee', 'adjustment')),
  provider text not null,
  method text not null,
  -- Id of the payment at the provider or in a bank statement; empty: unknown.
  reference text not null default '',
  -- Rupiah, signed: what the order has is the sum of all but the fees, which the buyer neither pays nor gets back.
  amount int not null check (case kind when 'charge' then amount > 0 when 'refund' then amount < 0 else amount <> 0 end),
  at timestamptz not null default now(),
  note text not null default '',
  -- Address of an upload of ours.
  evidence text,
  -- Who recorded it, if somebody did.
  by_id uuid default nullif(current_setting('app.actor_id', true), '')::uuid,
  -- Notice that caused it.
  notice_id uuid,
  -- Entry that an adjustment takes back: each once.
  reverses uuid,
  primary key (tenant, id),
  unique (tenant, reverses),
  check ((kind = 'adjustment') = (reverses is not null)),
  foreign key (tenant, order_id) references "order" on delete cascade,
  -- A notice is written after its effect, which it tells.
  foreign key (tenant, notice_id) references payment_notice deferrable initially deferred,
  foreign key (tenant, reverses) references payment
);
call tenant_table('payment', 'select, insert');
create index payment_by_order on payment (tenant, order_id, at, id);
create index payment_by_reference on payment (tenant, reference) where reference <> '';
create index payment_by_notice on payment (tenant, notice_id) where notice_id is not null;
create index payment_by_person on payment (tenant, by_id) where by_id is not null;

-- Orders that were ever paid, and those whose payment was returned, at the days that sales have them on.
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- As the owner, a statement sees one tenant at a time; as a superuser, all of them.
    perform set_config('app.tenant', brand, true);
    insert into payment (tenant, order_id, kind, provider, method, amount, at)
      select tenant, id, 'charge', payment_provider, payment_method, total_amount, coalesce(paid_at, created_at)
        from "order" where tenant = brand and sold_on is not null and total_amount > 0;
    insert into payment (tenant, order_id, kind, provider, method, amount, at)
      select tenant, id, 'refund', payment_provider, payment_method, -total_amount, coalesce(refunded_at, paid_at, created_at)
        from "order" where tenant = brand and returned_on is not null and total_amount > 0;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
