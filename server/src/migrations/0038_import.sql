-- Imports of members, memberships and past orders (docs/decisions/0079).

-- What a batch of an import writes: a row for each new or changed record.
create table import_row (
  tenant text not null default current_tenant(),
  batch_id uuid not null,
  -- The record's id, also before it exists; memberships have one of their own.
  record_id uuid not null,
  -- Columns with their values, and the same columns before; null: there is no such record yet.
  data jsonb not null,
  former jsonb,
  primary key (tenant, batch_id, record_id),
  foreign key (tenant, batch_id) references batch on delete cascade
);
call tenant_table('import_row', 'select, insert');

-- The fields to which columns were mapped last, by folded heading. '': left out.
create table import_column (
  tenant text not null default current_tenant(),
  kind text not null check (kind in ('members', 'memberships', 'orders')),
  heading text collate "C" not null check (length(heading) <= 200),
  field text not null,
  primary key (tenant, kind, heading)
);
call tenant_table('import_column', 'select, insert, update');
