-- Payouts of gateways with their lines, and the fees that they give to the ledger (docs/decisions/0123).

create table payout (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  provider text not null check (provider in ('midtrans', 'xendit')),
  -- Id of the payout at the gateway; of Xendit, which settles by day, the day.
  reference text not null,
  paid_out_on date not null,
  -- Sums over its lines.
  gross bigint not null default 0,
  fees bigint not null default 0,
  net bigint not null default 0,
  lines int not null default 0,
  orders int not null default 0,
  -- Lines of this brand that the ledger lacks, or has with another amount.
  differing int not null default 0,
  -- Line of a bank statement that it arrived with, and its day.
  bank_line_id uuid,
  arrived_on date,
  created_at timestamptz not null default now(),
  -- Null: a job read it at the gateway.
  created_by uuid default nullif(current_setting('app.actor_id', true), '')::uuid,
  search text not null generated always as (search_text(reference)) stored,
  primary key (tenant, id),
  unique (tenant, provider, reference),
  unique (tenant, bank_line_id),
  check ((bank_line_id is null) = (arrived_on is null)),
  foreign key (tenant, bank_line_id) references bank_line
);
call tenant_table('payout', 'select, insert, update');
call audited('payout', with_delete => false);
create index payout_by_day on payout (tenant, paid_out_on, id);
create index payout_by_net on payout (tenant, net, id);
create index payout_differing on payout (tenant, paid_out_on, id) where differing > 0;
create index payout_agreeing on payout (tenant, paid_out_on, id) where differing = 0;
create index payout_on_its_way on payout (tenant, paid_out_on, id) where bank_line_id is null;
create index payout_by_arrival on payout (tenant, arrived_on) where arrived_on is not null;
create index payout_by_person on payout (tenant, created_by) where created_by is not null;
create index payout_search on payout using gin (search gin_trgm_ops);

create table payout_line (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  payout_id uuid not null,
  provider text not null,
  -- Id of the transaction at the gateway: the same line is kept once.
  key text not null,
  kind text not null check (kind in ('payment', 'refund', 'chargeback', 'other')),
  -- Id of the payment as its program gave it to the gateway.
  reference text not null,
  at timestamptz not null,
  -- Rupiah; what goes back to a buyer is below 0, and a fee that is kept above.
  gross int not null,
  fee int not null,
  net int not null generated always as (gross - fee) stored,
  -- Order that it is about, entry of the ledger that it pays out, and the entry of its fee.
  order_id uuid,
  payment_id uuid,
  fee_id uuid,
  -- missing: an order of this brand without such an entry; foreign: of another program with the same account.
  state text not null default 'foreign' check (state in ('agrees', 'amount', 'missing', 'foreign')),
  primary key (tenant, id),
  unique (tenant, provider, key),
  unique (tenant, payment_id),
  unique (tenant, fee_id),
  foreign key (tenant, payout_id) references payout on delete cascade,
  foreign key (tenant, order_id) references "order" on delete set null (order_id),
  foreign key (tenant, payment_id) references payment on delete set null (payment_id),
  foreign key (tenant, fee_id) references payment on delete set null (fee_id)
);
call tenant_table('payout_line', 'select, insert, update');
create index payout_line_by_payout on payout_line (tenant, payout_id, at, id);
create index payout_line_by_reference on payout_line (tenant, reference);
create index payout_line_by_order on payout_line (tenant, order_id) where order_id is not null;

-- A fee is taken back by another fee: an adjustment would change what the order has of its buyer.
alter table payment drop constraint payment_check1;
alter table payment add constraint payment_reverses_check check (
  case kind when 'adjustment' then reverses is not null when 'fee' then true else reverses is null end);
create index payment_fee on payment (tenant, at) include (amount) where kind = 'fee';
-- Also the journal of a month.
create index payment_by_day on payment (tenant, at, id);

do $do$
declare
  kinds text := pg_get_constraintdef(oid) from pg_constraint where conname = 'data_export_kind_check';
begin
  alter table data_export drop constraint data_export_kind_check;
  execute 'alter table data_export add constraint data_export_kind_check '
    || replace(kinds, $q$'coretax'::text$q$, $q$'coretax'::text, 'journal'::text$q$);
  execute replace(pg_get_functiondef('audit_event'::regproc), $q$'paper-export-begun'$q$, $q$'paper-export-begun', 'journal-export-begun'$q$);
end $do$;
