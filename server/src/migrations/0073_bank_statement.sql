-- Bank statements and their lines, which are matched with orders (docs/decisions/0121).

create table bank_statement (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  bank text not null,
  account text not null,
  -- Name of the file.
  name text not null,
  -- First and last day of its lines.
  from_day date not null,
  to_day date not null,
  -- Balances in rupiah; null: the file has none.
  opening bigint,
  closing bigint,
  created_at timestamptz not null default now(),
  created_by uuid default nullif(current_setting('app.actor_id', true), '')::uuid,
  search text not null generated always as (search_text(bank || ' ' || account || ' ' || name)) stored,
  primary key (tenant, id)
);
call tenant_table('bank_statement', 'select, insert');
call audited('bank_statement', events => 'insert', with_delete => false);
create index bank_statement_by_created on bank_statement (tenant, created_at, id);
create index bank_statement_by_day on bank_statement (tenant, to_day, id);
create index bank_statement_by_account on bank_statement (tenant, account, created_at);
create index bank_statement_by_person on bank_statement (tenant, created_by) where created_by is not null;
create index bank_statement_search on bank_statement using gin (search gin_trgm_ops);

create table bank_line (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  statement_id uuid not null,
  -- As that of its statement.
  account text not null,
  booked_on date not null,
  -- Rupiah, signed: what came in is above 0.
  amount bigint not null check (amount <> 0),
  description text not null,
  -- Payer or payee, if the line tells it.
  counterparty text not null default '',
  reference text not null default '',
  -- Account, day, amount, description and balance, and how many equal ones came before: the same line is kept once.
  key text collate "C" not null,
  state text not null default 'open' check (state in ('open', 'matched', 'ignored')),
  order_id uuid,
  -- Entry of the ledger that the match wrote, and the order's status before it.
  payment_id uuid,
  former_status text,
  -- Why it is ignored: a word of the contract, and a note. Money that went out is ignored at once.
  reason text,
  note text not null default '',
  decided_by uuid,
  decided_at timestamptz,
  search text not null generated always as (
    search_text(description || ' ' || counterparty || ' ' || reference || ' ' || abs(amount))) stored,
  primary key (tenant, id),
  unique (tenant, key),
  check ((state = 'ignored') = (reason is not null)),
  check (state = 'matched' or order_id is null and payment_id is null),
  foreign key (tenant, statement_id) references bank_statement on delete cascade,
  foreign key (tenant, order_id) references "order" on delete set null (order_id),
  foreign key (tenant, payment_id) references payment on delete set null (payment_id),
  foreign key (tenant, decided_by) references "user" on delete set null (decided_by)
);
call tenant_table('bank_line');
call audited('bank_line', events => 'update', with_delete => false);
create index bank_line_by_day on bank_line (tenant, state, booked_on, id);
create index bank_line_by_amount on bank_line (tenant, state, amount, id);
create index bank_line_by_decision on bank_line (tenant, state, decided_at, id) where decided_at is not null;
create index bank_line_by_statement on bank_line (tenant, statement_id, booked_on, id);
create index bank_line_by_order on bank_line (tenant, order_id) where order_id is not null;
create index bank_line_by_payment on bank_line (tenant, payment_id) where payment_id is not null;
create index bank_line_by_decider on bank_line (tenant, decided_by) where decided_by is not null;
create index bank_line_search on bank_line using gin (search gin_trgm_ops);

alter table import_column drop constraint import_column_kind_check;
alter table import_column add constraint import_column_kind_check check (kind in ('members', 'memberships', 'orders', 'statements'));
