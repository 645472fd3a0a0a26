-- What a list can have: saved views, exports, and batches of changes.

-- Filters, columns and sort of a list under a name (docs/decisions/0023): its owner's, and the team's if it is shared.
call record_table('saved_view', $$
  user_id uuid not null,
  list text not null,
  -- The query string of the list's address.
  query text not null,
  is_shared boolean not null,
  foreign key (tenant, user_id) references "user" on delete cascade
$$);
create unique index saved_view_name on saved_view (tenant, user_id, list, lower(name));
create index saved_view_list on saved_view (tenant, list, id);

-- ── Exports ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Exported rows by person, with the number that was really read. Kept 90 days.
create table data_export (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  user_id uuid not null,
  user_name text not null,
  -- The list's query, and the names of the ids in it.
  filter jsonb not null,
  names jsonb not null default '{"user": null, "product": null}',
  total int not null check (total >= 0),
  rows int not null default 0 check (rows >= 0),
  -- Parts that were sent, the last row of them, and that of the part before: a part that was lost is sent again.
  parts int not null default 0,
  read_to uuid,
  read_from uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant, id)
);
call tenant_table('data_export');
create index data_export_by_created on data_export (tenant, created_at desc, id desc);

-- ── Batches ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Changes of many records at once, worked off by a job, with a result for each record, that can be undone (docs/decisions/0052).
create table batch (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  kind text not null,
  -- What every record gets, as in the call that began it.
  change jsonb not null,
  -- The change in words.
  title text not null,
  -- The filter whose records are held; null: chosen one by one.
  filter jsonb,
  -- Who began it, and who undid it; users may be deleted.
  user_id uuid not null,
  user_name text not null,
  undo_user_id uuid,
  undo_user_name text,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled', 'failed')),
  -- Whether it is being undone, or was.
  is_undo boolean not null default false,
  -- Why it failed.
  error text,
  -- Records held, and how many of them are in each state: kept with the rows, in one transaction.
  total int not null default 0 check (total >= 0),
  pending int not null default 0 check (pending >= 0),
  done int not null default 0 check (done >= 0),
  skipped int not null default 0 check (skipped >= 0),
  failed int not null default 0 check (failed >= 0),
  undone int not null default 0 check (undone >= 0),
  kept int not null default 0 check (kept >= 0),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant, id)
);
call tenant_table('batch');
create index batch_by_created on batch (tenant, created_at desc, id desc);
create index batch_by_user on batch (tenant, user_id, created_at desc, id desc);

-- The records of a batch as they were held. `n` is their order.
create table batch_row (
  tenant text not null default current_tenant(),
  batch_id uuid not null,
  n int not null,
  record_id uuid not null,
  -- Of the record, when it was held.
  name text not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'skipped', 'failed', 'undone', 'kept')),
  -- Its value before the batch, and the one that the batch gave it.
  before text,
  after text,
  -- Why it was left, or could not be changed.
  reason text,
  primary key (tenant, batch_id, n),
  foreign key (tenant, batch_id) references batch on delete cascade
);
call tenant_table('batch_row', 'select, insert, update');
create index batch_row_by_state on batch_row (tenant, batch_id, state, n);
