-- Work that follows a request (docs/decisions/0014): written in its transaction, handed to the queue after the commit.
-- The queue itself is pg-boss's, in a schema of the worker's own role (platform/jobs/worker-role.ts).

-- What to do, and on which records: ids and words of the contract, never data.
create table outbox (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  job text not null,
  ids jsonb not null check (jsonb_typeof(ids) = 'object' and octet_length(ids::text) <= 2000),
  at timestamptz not null default now(),
  primary key (tenant, id)
);
call tenant_table('outbox');

-- What was done already, so that a job that runs again does not do it again.
create table effect (
  tenant text not null default current_tenant(),
  key text not null check (octet_length(key) <= 200),
  at timestamptz not null default now(),
  primary key (tenant, key)
);
call tenant_table('effect', 'select, insert, delete');
create index effect_age on effect (tenant, at);
