-- Files that people add: what was announced, what arrived, and since when nothing refers to it.

create table upload (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  -- `{tenant}/{prefix}/{random}.{extension}` in the store; the random part is what a reference is known by.
  key text not null,
  url text not null,
  name text not null,
  type text not null,
  -- Bytes: as announced (null: not said), and as kept once it is finished.
  size bigint check (size > 0),
  user_id uuid,
  created_at timestamptz not null default now(),
  -- Somebody looks into it, since then: of two at once one waits.
  claimed_at timestamptz,
  -- Null until it has arrived and was looked into.
  finished_at timestamptz,
  -- When the sweep last looked for references, and since when it finds none.
  checked_at timestamptz,
  unused_since timestamptz,
  primary key (tenant, id),
  unique (tenant, key),
  foreign key (tenant, user_id) references "user" on delete set null (user_id)
);
call tenant_table('upload');
create index upload_unfinished on upload (tenant, created_at) where finished_at is null;
create index upload_by_user on upload (tenant, user_id);
