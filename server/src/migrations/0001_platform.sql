-- What every table uses: tenants, ids, versions, search texts, counts, jobs and repeated requests.
-- `lectern_app` stands for the group of this database's tenant roles (docs/decisions/0017).

create extension if not exists pg_trgm;

grant usage on schema public to lectern_app;

-- ── Tenants ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Tenant of the connection: null, and so no rows, when none is set. A setting that was unset reads '' after a commit.
-- Every start replaces it by one that knows the names of the tenants' roles (server/src/platform/database/roles.ts).
create function current_tenant() returns text language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '');

-- One policy for each tenant's role, with a constant, which costs a query nothing; the owner sets app.tenant. Called again
-- at a start that finds other roles: the database was renamed or copied, or has another owner.
create procedure tenant_policies(name regclass) language plpgsql as $$
declare
  policy text;
  brand text;
begin
  for policy in select polname from pg_policy where polrelid = name loop
    execute format('drop policy %I on %s', policy, name);
  end loop;
  foreach brand in array array['coding', 'cyber', 'data'] loop
    execute format('create policy %I on %s to %I using (tenant = %L)',
      brand, name, regexp_replace(current_setting('app.role'), 'app$', brand), brand);
  end loop;
  execute format('create policy owner on %s to %s using (tenant = current_tenant())',
    name, (select relowner::regrole from pg_class where oid = name));
end $$;

-- Puts a table under its tenants: row-level security for everybody, the owner too, and the privileges of the server.
create procedure tenant_table(name regclass, rights text default 'select, insert, update, delete') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  call tenant_policies(name);
  execute format('grant %s on %s to %I', rights, name, current_setting('app.role'));
end $$;

-- ── Ids and versions ─────────────────────────────────────────────────────────────────────────────────────────────────
-- UUIDv7: ids sort by age. PostgreSQL 18 has its own, which are ordered within a millisecond, too.
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    create function new_id() returns uuid language sql volatile parallel safe as 'select uuidv7()';
  else
    create function new_id() returns uuid language sql volatile parallel safe as $sql$
      select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
    $sql$;
  end if;
end $$;

-- Raises the version with every change that a person makes. Counts and derived columns are none; generated columns are
-- not computed yet when a BEFORE trigger runs.
create function touch() returns trigger language plpgsql as $$
declare
  generated constant text[] := array['search', 'name_key', 'total_members', 'used_count', 'sold_on', 'returned_on', 'total_users', 'total_codes'];
begin
  if to_jsonb(new) - generated is distinct from to_jsonb(old) - generated then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end $$;

-- ── Search texts ─────────────────────────────────────────────────────────────────────────────────────────────────────
-- Text without accents, apostrophes and invisible characters, and with one kind of dash (decision 0057). The same
-- normalization as `searchText` of contract/src/kernel/search-text.ts; search-text.test.ts compares them. Not strict: a strict
-- function with a CASE is not inlined, but called anew for every generated `search` (decision 0065).
create function search_text(text) returns text language sql immutable parallel safe as $$
  select case when octet_length($1) = length($1)
    -- ASCII, as most texts are.
    then translate(lower($1), '''`', '')
    else replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(replace($1, U&'\00B4', ''), NFKD),
          '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff''`\u02b9-\u02bf\u02ca\u02cb\u055a\u2018\u2019\u201b\u2032\ua78b\ua78c]',
          '', 'g')),
        U&'\058A\05BE\1400\1806\2010\2011\2012\2013\2014\2015\2043\2212\2E3A\2E3B\301C\3030\30A0øłđðħŧıς',
        '-----------------olddhtiσ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
    end
$$;

-- Digits of a phone number without leading 0, 62, 0062 or 62 0.
create function search_phone(text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(search_text($1), '[^0-9]', '', 'g'), '^0*(62)?0*', '')
$$;

-- follow_rename(table, column, assignments): updates copies of a name where `column` is the renamed row; `$1` is that row.
create function follow_rename() returns trigger language plpgsql as $$
begin
  execute format('update %I set %s where tenant = $1.tenant and %I = $1.id', tg_argv[0], tg_argv[2], tg_argv[1]) using new;
  return null;
end $$;

-- ── Kinds of tables ──────────────────────────────────────────────────────────────────────────────────────────────────
-- A record that people change, called by its name. `columns`: its own, as `create table` takes them, with their
-- constraints; `searched`: the text that it is found by.
create procedure record_table(new_table text, columns text, searched text default 'search_text(name)') language plpgsql as $$
begin
  execute format('create table %I (
    tenant text not null default current_tenant(),
    id uuid not null default new_id(),
    name text not null,
    version int not null default 1,
    updated_at timestamptz not null default now(),
    %s,
    search text generated always as (%s) stored,
    primary key (tenant, id))', new_table, columns, searched);
  execute format('create trigger touch before update on %I for each row execute function touch()', new_table);
  call tenant_table(format('%I', new_table)::regclass);
  call audited(format('%I', new_table)::regclass);
end $$;

-- `voucher_course (voucher_id, course_id)`: a link between two records, deleted with either. `item_called` is the item's
-- short name (contract/src/kernel/record-kinds.ts); `columns`: its own, each followed by a comma.
create procedure link_table(owner text, item text, item_called text default null, columns text default '') language plpgsql as $$
declare
  called text := coalesce(item_called, item);
  new_table text := owner || '_' || called;
begin
  execute format('create table %1$I (
    tenant text not null default current_tenant(),
    %2$I uuid not null,
    %3$I uuid not null,
    %4$s
    primary key (tenant, %2$I, %3$I),
    foreign key (tenant, %2$I) references %5$I on delete cascade,
    foreign key (tenant, %3$I) references %6$I on delete cascade)',
    new_table, owner || '_id', called || '_id', columns, owner, item);
  execute format('create index %I on %I (tenant, %I)', new_table || '_by_' || called, new_table, called || '_id');
  call tenant_table(format('%I', new_table)::regclass, 'select, insert, delete');
  call audited(format('%I', new_table)::regclass, events => 'insert');
end $$;

-- ── Counts ───────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Sizes of big lists, kept by statement triggers: no scan counts them. Slots, so that writers do not wait for each other.
create table row_count (
  tenant text not null default current_tenant(),
  table_name text not null,
  slot int not null,
  n bigint not null,
  primary key (tenant, table_name, slot)
);
call tenant_table('row_count', 'select');

-- Trigger functions that write what the server may only read run as the owner. Nobody may call them: a trigger of their
-- own would forge counts.
create function keep_count() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into row_count as kept (tenant, table_name, slot, n)
    select tenant, tg_table_name, pg_backend_pid() % 16, case tg_op when 'INSERT' then count(*) else -count(*) end
      from changed group by tenant
    on conflict (tenant, table_name, slot) do update set n = kept.n + excluded.n;
  return null;
end $$;
revoke execute on function keep_count() from public;

create procedure keep_count_of(name regclass) language plpgsql as $$
begin
  execute format('create trigger keep_count_in after insert on %s referencing new table as changed for each statement execute function keep_count()', name);
  execute format('create trigger keep_count_out after delete on %s referencing old table as changed for each statement execute function keep_count()', name);
end $$;

-- Rows of a big list by week: a page far down begins to count at its own week, not at the first row.
create table week_count (
  tenant text not null default current_tenant(),
  table_name text not null,
  week date not null,
  slot int not null,
  n bigint not null,
  primary key (tenant, table_name, week, slot)
);
call tenant_table('week_count', 'select');

-- keep_weeks(column): the weeks (from Monday, UTC) of a timestamptz column.
create function keep_weeks() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed constant text := format('select tenant, date_trunc(''week'', %I at time zone ''UTC'')::date as week, -1 as n from gone', tg_argv[0]);
  added constant text := format('select tenant, date_trunc(''week'', %I at time zone ''UTC'')::date as week, 1 as n from come', tg_argv[0]);
begin
  execute format(
    'insert into week_count as kept (tenant, table_name, week, slot, n)
      select tenant, %L, week, pg_backend_pid() %% 4, sum(n) from (%s) changed group by tenant, week having sum(n) <> 0
      on conflict (tenant, table_name, week, slot) do update set n = kept.n + excluded.n',
    tg_table_name, case tg_op when 'INSERT' then added when 'DELETE' then removed else removed || ' union all ' || added end);
  return null;
end $$;
revoke execute on function keep_weeks() from public;

create procedure keep_weeks_of(name regclass, moment text) language plpgsql as $$
begin
  execute format('create trigger keep_weeks_in after insert on %s referencing new table as come for each statement execute function keep_weeks(%L)', name, moment);
  execute format('create trigger keep_weeks_out after delete on %s referencing old table as gone for each statement execute function keep_weeks(%L)', name, moment);
  execute format('create trigger keep_weeks_over after update on %s referencing old table as gone new table as come for each statement execute function keep_weeks(%L)', name, moment);
end $$;

-- count_links(record, its column in the link, its count): how many links a record has, so that lists sort by an index.
create function count_links() returns trigger language plpgsql as $$
begin
  execute format('update %1$I record set %3$I = %3$I + linked.n
    from (select tenant, %2$I as id, %4$s count(*) as n from changed group by tenant, %2$I) linked
    where record.tenant = linked.tenant and record.id = linked.id',
    tg_argv[0], tg_argv[1], tg_argv[2], case tg_op when 'DELETE' then '-' end);
  return null;
end $$;

-- Refuses a count that is not written by a trigger.
create function refuse_count() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    raise insufficient_privilege using message = 'permission denied: what ' || tg_table_name || ' counts is written by triggers alone';
  end if;
  return new;
end $$;

-- ── Jobs and repeated requests ───────────────────────────────────────────────────────────────────────────────────────
-- Work that follows a request (docs/decisions/0014), written in its transaction and passed to the queue after the commit.
-- The queue itself is in a schema of the worker's role (server/src/platform/jobs/worker-role.ts).
create table outbox (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  job text not null,
  -- Ids and words of the contract, never data.
  ids jsonb not null check (jsonb_typeof(ids) = 'object' and octet_length(ids::text) <= 2000),
  at timestamptz not null default now(),
  primary key (tenant, id)
);
call tenant_table('outbox');

-- Finished effects, so that a job that runs again does not repeat them.
create table effect (
  tenant text not null default current_tenant(),
  key text not null check (octet_length(key) <= 200),
  at timestamptz not null default now(),
  primary key (tenant, key)
);
call tenant_table('effect', 'select, insert, delete');
create index effect_age on effect (tenant, at);

-- Replies to creating requests, so that a repeated one creates nothing (24 hours).
create table idempotency (
  tenant text not null default current_tenant(),
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  reply jsonb,
  at timestamptz not null default now(),
  primary key (tenant, user_id, key)
);
call tenant_table('idempotency');
create index idempotency_age on idempotency (tenant, at);
