-- Seals of the trail (docs/decisions/0143): each covers the entries of a part of a day, and names the seal before it, so
-- that no entry can be altered, removed or inserted unseen. A job writes them after the commit; writers wait for nothing.

-- Blinds the digest of what an entry says of persons; an erasure removes it. Older entries have none.
alter table audit add column salt uuid;
alter table audit alter column salt set default gen_random_uuid();

create table trail_seal (
  tenant text not null default current_tenant(),
  -- Counted from 1 without gaps.
  number int not null,
  -- Day (UTC) of its entries.
  day date not null,
  -- Entries after the one id up to the other, and `late` earlier ones that a former seal did not find.
  from_id uuid not null,
  to_id uuid not null,
  entries int not null,
  late int not null,
  -- Id and digest (16 and 32 bytes) of each entry, the late ones first; null once retention has removed the entries.
  leaves bytea,
  leaves_hash bytea not null,
  changes_hash bytea not null,
  previous bytea not null,
  head bytea not null,
  public_key bytea not null,
  signature bytea not null,
  made_at timestamptz not null,
  -- Its head is in the file store.
  published_at timestamptz,
  primary key (tenant, number)
);
alter table trail_seal alter column leaves set storage external;
call tenant_table('trail_seal', 'select, insert');
grant update (published_at) on trail_seal to lectern_app;
create index trail_seal_unpublished on trail_seal (tenant, number) where published_at is null;

-- What explains why entries are not as they were sealed: the erasure of a person, or the end of their retention.
create table trail_change (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  kind text not null check (kind in ('erasure', 'retention')),
  -- Of an erasure: the entry, the request, and the digest before and after.
  entry uuid,
  request_id uuid,
  was bytea,
  becomes bytea,
  -- Of a retention: the entries up to this seal, which were older than these days.
  up_to int,
  days int,
  at timestamptz not null default now(),
  -- Seal that covers this row; null: the next one.
  seal int,
  primary key (tenant, id)
);
call tenant_table('trail_change', 'select');
grant update (seal) on trail_change to lectern_app;
create index trail_change_entry on trail_change (tenant, entry);
create index trail_change_seal on trail_change (tenant, seal);

-- Digest of what an erasure may change in an entry; the same as `personal` of server/src/platform/trail/leaf.ts.
create function trail_digest(audit) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array($1.salt, $1.actor_name, $1.request_id, $1.record_id, $1.before, $1.after, $1.belongs_to, $1.minute_key)::text, 'UTF8'))
$$;

-- Every function of an erasure calls it first.
create or replace function erased_people(of_request uuid) returns uuid[] language plpgsql stable as $$
declare
  people uuid[];
begin
  select array_agg(id) into people from "user", (select user_id from privacy_request
      where tenant = current_tenant() and id = of_request and kind = 'erasure' and state = 'running') request
    where tenant = current_tenant() and (id = user_id or merged_into = user_id);
  if people is null then raise insufficient_privilege using message = 'There is no such erasure'; end if;
  perform set_config('app.erasure', of_request::text, true);
  return people;
end $$;

-- Explains what an erasure changes in an entry. Without the salt, the digests reveal nothing of what was there.
create function explain_erasure() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  request constant text := current_setting('app.erasure', true);
begin
  if coalesce(request, '') <> '' then
    new.salt := null;
    insert into trail_change (tenant, kind, entry, request_id, was, becomes)
      values (old.tenant, 'erasure', old.id, request::uuid, trail_digest(old), trail_digest(new));
  end if;
  return new;
end $$;
revoke execute on function explain_erasure() from public;
create trigger explain_erasure before update on audit for each row when (old is distinct from new) execute function explain_erasure();

-- Removes the entries of the oldest seal that has some, if they are older than the days; returns their number, null: none
-- is that old.
create function retire_trail(of_days int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  seal trail_seal;
  n int;
begin
  if coalesce(of_days, 0) < 365 then raise insufficient_privilege using message = 'The trail is kept for a year at least'; end if;
  select * into seal from trail_seal where tenant = current_tenant() and leaves is not null order by number limit 1 for update;
  if seal.number is null or seal.day >= (now() at time zone 'UTC')::date - of_days then return null; end if;
  with gone as (
    delete from audit where tenant = current_tenant() and id <= seal.to_id returning coalesce(part_of, id) as line, belongs_to
  ), filed as (
    delete from audit_record using (select distinct line, record from gone, unnest(belongs_to) record) own
      where tenant = current_tenant() and table_name = split_part(record, ':', 1)
        and record_id = substr(record, strpos(record, ':') + 1) and audit_record.line = own.line
  )
  select count(*) into n from gone;
  update trail_seal set leaves = null where tenant = current_tenant() and number = seal.number;
  insert into trail_change (kind, up_to, days) values ('retention', seal.number, of_days);
  return n;
end $$;
revoke execute on function retire_trail from public;
grant execute on function retire_trail to lectern_app;

-- How far behind each standby is, for metrics; nothing if the owner may not see it (pg_monitor).
create function replication_lag() returns table (standby text, seconds float8)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select application_name, coalesce(extract(epoch from replay_lag), 0)::float8 from pg_stat_replication where state is not null
$$;
revoke execute on function replication_lag from public;
grant execute on function replication_lag to lectern_app;
