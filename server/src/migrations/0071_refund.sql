-- Refunds of orders: asked for, approved, and paid back by the gateway or by bank transfer (docs/decisions/0120).

alter table brand_setting
  -- Rupiah that one person may refund of an order; above it, a second one approves.
  add column refund_limit int not null default 1000000 check (refund_limit >= 0);

create table refund (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  order_id uuid not null,
  amount int not null check (amount > 0),
  reason text not null,
  -- Whether access to its items ends when the money has left.
  removes_access boolean not null,
  state text not null check (state in ('to-approve', 'rejected', 'at-gateway', 'to-transfer', 'failed', 'done', 'cancelled')),
  -- Way of the money, with the payment that the gateway returns; null: a bank transfer.
  gateway text check (gateway in ('midtrans', 'xendit')),
  payment_reference text not null default '',
  method text not null default '',
  -- Counts the tries at the gateway: each is another refund there.
  attempt int not null default 1,
  -- Id at the gateway, or number of the bank transfer.
  reference text not null default '',
  -- Account of the buyer; empty: nobody has asked for it yet.
  bank text not null default '',
  account_number text not null default '',
  account_name text not null default '',
  asked_by uuid default nullif(current_setting('app.actor_id', true), '')::uuid,
  asked_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  -- Reason of the gateway, or of the person who rejected or cancelled it.
  failure text not null default '',
  done_at timestamptz,
  -- Day in Asia/Jakarta on which sales have it; null: not done, no part of a sale, or by the order's own status.
  returned_on date,
  payment_id uuid,
  -- When the gateway is asked again.
  next_check_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, order_id) references "order" on delete cascade,
  foreign key (tenant, payment_id) references payment on delete set null (payment_id),
  check ((state = 'at-gateway') = (next_check_at is not null)),
  check (state <> 'at-gateway' or gateway is not null),
  check ((state = 'done') = (done_at is not null))
);
call tenant_table('refund');
call audited('refund');
create trigger touch before update on refund for each row execute function touch();
create index refund_by_asked on refund (tenant, asked_at desc, id desc);
-- A page and the number of a state are read in it alone.
create index refund_by_state on refund (tenant, state, asked_at desc, id desc);
create index refund_by_order on refund (tenant, order_id, id);
create index refund_by_payment on refund (tenant, payment_id);
create index refund_to_check on refund (tenant, next_check_at) where next_check_at is not null;
create index refund_by_returned on refund (tenant, returned_on) where returned_on is not null;
create index refund_by_asker on refund (tenant, asked_by) where asked_by is not null;
create index refund_by_decider on refund (tenant, decided_by) where decided_by is not null;
create index refund_waiting on refund (tenant, order_id) where state in ('to-approve', 'to-transfer', 'failed');

-- Parts of a refund by item of the order; they add up to it. Orders without items have none.
create table refund_item (
  tenant text not null default current_tenant(),
  refund_id uuid not null,
  line int not null,
  amount int not null check (amount >= 0),
  primary key (tenant, refund_id, line),
  foreign key (tenant, refund_id) references refund on delete cascade
);
call tenant_table('refund_item', 'select, insert');

-- An order that is paid no longer has returned its money by then: what waits is not paid back a second time.
create function cancel_refunds() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set enable_nestloop = off as $$
begin
  if not exists (select from refund where state in ('to-approve', 'to-transfer', 'failed')) then return null; end if;
  update refund set state = 'cancelled', failure = 'The order is no longer paid: nothing is left to refund'
    from come join gone using (tenant, id)
    where refund.tenant = come.tenant and refund.order_id = come.id and refund.state in ('to-approve', 'to-transfer', 'failed')
      and gone.status = 'paid' and come.status <> 'paid';
  return null;
end $$;
revoke execute on function cancel_refunds() from public;
create trigger cancel_refunds after update on "order" referencing old table as gone new table as come
  for each statement execute function cancel_refunds();

-- Refunds are exported.
alter table data_export drop constraint data_export_kind_check;
alter table data_export add check (kind in ('orders', 'people', 'papers', 'coretax', 'refunds'));
do $do$
begin
  execute replace(pg_get_functiondef('audit_event'::regproc), $q$'paper-export-begun'$q$, $q$'paper-export-begun', 'refund-export-begun'$q$);
end $do$;
