-- What every table stands on: tenants, ids, versions, the audit trail, kept counts, accounts and sessions.
-- The role lectern_app exists before this runs; it owns nothing and cannot bypass row-level security.

create extension if not exists pg_trgm;

grant usage on schema public to lectern_app;

-- The tenant of this connection; null (so: no rows) when none was set. After a commit an unset setting reads '' and not null.
create function current_tenant() returns text language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '');

-- UUIDv7: 48 bits of milliseconds, then random, so that ids sort by age.
create function new_id() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- Puts a table under its tenant: policy for everybody, the owner too, and the app's grants.
create procedure tenant_table(name regclass, rights text default 'select, insert, update, delete') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s using (tenant = current_tenant()) with check (tenant = current_tenant())', name);
  execute format('grant %s on %s to lectern_app', rights, name);
end $$;

-- Versions: a change of a record raises its version; a write that changes nothing does not. A generated column is not
-- computed yet when a BEFORE trigger runs, so what is compared is what people write.
create function touch() returns trigger language plpgsql as $$
declare
  generated constant text[] := array['search', 'name_key'];
begin
  if to_jsonb(new) - generated is distinct from to_jsonb(old) - generated then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end $$;

-- ── The audit trail ────────────────────────────────────────────────────────────────────────────────────────────────
-- One trigger writes it in the transaction of the change, so that no write can forget it. Append-only for the app.
create table audit (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null,
  request_id text,
  entity text not null,
  entity_id text not null,
  action text not null,
  before jsonb,
  after jsonb,
  -- A line of the trail is one thing that somebody did: the entries that a transaction (a request) writes about one record with
  -- one action, such as five courses assigned at once. The first entry stands for the line, the others are parts of it. Known as
  -- it is written, so that pages and totals of lines are read from an index, whatever a line holds.
  part_of uuid,
  primary key (tenant, id)
);
call tenant_table('audit', 'select, insert');
create index audit_line on audit (tenant, entity, entity_id, id desc) where part_of is null;
create index audit_part on audit (tenant, part_of, id) where part_of is not null;
create index audit_entity on audit (tenant, entity, entity_id, id desc);
create index audit_actor on audit (tenant, actor_id, id desc);

-- audit_row(entity, id column, insert's action, delete's action): before and after hold only what differs; secrets are named, never shown.
create function audit_row() returns trigger language plpgsql as $$
declare
  hidden constant text[] := array['tenant', 'version', 'updated_at', 'search', 'name_key', 'total_courses', 'last_login_at', 'update_time'];
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  becomes jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
  record_id text := coalesce(becomes, was) ->> coalesce(tg_argv[1], 'id');
  deed text := case tg_op when 'INSERT' then coalesce(tg_argv[2], 'create') when 'UPDATE' then 'update' else coalesce(tg_argv[3], 'delete') end;
  of_tenant text := coalesce(to_jsonb(new), to_jsonb(old)) ->> 'tenant';
  request text := nullif(current_setting('app.request_id', true), '');
  line uuid;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value) into was, becomes
      from jsonb_each(becomes) where value is distinct from was -> key;
    if becomes is null then return null; end if;
  end if;
  if was ? 'password_hash' then was := was || '{"password_hash": "•••"}'; end if;
  if becomes ? 'password_hash' then becomes := becomes || '{"password_hash": "•••••"}'; end if;
  -- now() is when the transaction began: its entries have that moment, and no id below it.
  select audit.id into line from audit
    where tenant = of_tenant and entity = tg_argv[0] and entity_id = record_id and part_of is null
      and id >= (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
      and at = now() and action = deed and request_id is not distinct from request
    limit 1;
  insert into audit (tenant, actor_id, actor_name, request_id, entity, entity_id, action, before, after, part_of) values (
    of_tenant,
    nullif(current_setting('app.actor_id', true), '')::uuid,
    coalesce(nullif(current_setting('app.actor_name', true), ''), 'system'),
    request, tg_argv[0], record_id, deed, was, becomes, line);
  return null;
end $$;

-- ── Kept counts ────────────────────────────────────────────────────────────────────────────────────────────────────
-- The size of a big list without a scan: statement triggers keep it, spread over slots so that writers do not queue.
create table row_count (
  tenant text not null default current_tenant(),
  table_name text not null,
  slot int not null,
  n bigint not null,
  primary key (tenant, table_name, slot)
);
call tenant_table('row_count');

create function keep_count() returns trigger language plpgsql as $$
begin
  insert into row_count as kept (tenant, table_name, slot, n)
    select tenant, tg_table_name, pg_backend_pid() % 16, case tg_op when 'INSERT' then count(*) else -count(*) end
      from changed group by tenant
    on conflict (tenant, table_name, slot) do update set n = kept.n + excluded.n;
  return null;
end $$;

create procedure keep_count_of(name regclass) language plpgsql as $$
begin
  execute format('create trigger keep_count_in after insert on %s referencing new table as changed for each statement execute function keep_count()', name);
  execute format('create trigger keep_count_out after delete on %s referencing old table as changed for each statement execute function keep_count()', name);
end $$;

-- ── Accounts and sessions ──────────────────────────────────────────────────────────────────────────────────────────
create table account (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  email text not null,
  name text not null,
  password_hash text not null,
  role text not null check (role in ('superadmin', 'admin', 'instructor', 'customer-service', 'member')),
  uoc text not null default '',
  phone_number text not null default '',
  image text,
  location text not null default '',
  job text not null default '',
  joined_at timestamptz not null default now(),
  last_login_at timestamptz,
  total_courses int not null default 0,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  name_key text collate "C" generated always as (lower(name)) stored,
  search text generated always as (lower(name || ' ' || email)) stored,
  primary key (tenant, id)
);
call tenant_table('account');
call keep_count_of('account');
create unique index account_email on account (tenant, lower(email));
create index account_by_name on account (tenant, name_key, id);
create index account_by_joined on account (tenant, joined_at, id);
create index account_by_courses on account (tenant, total_courses, name_key, id);
create index account_search on account using gin (search gin_trgm_ops);
create trigger touch before update of email, name, password_hash, role, uoc, phone_number, image, location, job
  on account for each row execute function touch();
create trigger audit after insert or update or delete on account for each row execute function audit_row('user');

-- A refresh token is kept as a hash. A family is one sign-in; it ends as a whole.
create table refresh_token (
  tenant text not null default current_tenant(),
  token_hash bytea not null,
  family_id uuid not null,
  account_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant, token_hash),
  foreign key (tenant, account_id) references account on delete cascade
);
call tenant_table('refresh_token');
create index refresh_token_family on refresh_token (tenant, family_id);
create index refresh_token_account on refresh_token (tenant, account_id);
create index refresh_token_expiry on refresh_token (tenant, expires_at);

-- Failed sign-ins of the last quarter of an hour, by account and by address.
create table sign_in_failure (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  email text not null,
  address text not null,
  at timestamptz not null default now(),
  primary key (tenant, id)
);
call tenant_table('sign_in_failure');
create index sign_in_failure_email on sign_in_failure (tenant, email, at);
create index sign_in_failure_address on sign_in_failure (tenant, address, at);

-- Answers of creates, so that a retried one does not create twice (24 hours).
create table idempotency (
  tenant text not null default current_tenant(),
  account_id uuid not null,
  key text not null,
  request_hash bytea not null,
  reply jsonb,
  at timestamptz not null default now(),
  primary key (tenant, account_id, key)
);
call tenant_table('idempotency');
create index idempotency_age on idempotency (tenant, at);
