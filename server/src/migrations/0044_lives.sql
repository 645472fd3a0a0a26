-- Accounts of one person: merges with their undo and pairs that may be one person; requests of people for their data, and
-- what an erasure may write (docs/decisions/0095).

alter table "user"
  -- Account that this one was merged into.
  add column merged_into uuid,
  add column erased_at timestamptz,
  add foreign key (tenant, merged_into) references "user" on delete set null (merged_into);
create index user_merged on "user" (tenant, merged_into) where merged_into is not null;
create index voucher_redemption_by_user on voucher_redemption (tenant, user_id);
drop trigger touch on "user";
create trigger touch before update of email, name, password_hash, role, uoc, phone_number, image, location, job, external_id, status, merged_into
  on "user" for each row execute function touch();

-- A subscription that moves to another account is found under its name.
create function follow_subscriber() returns trigger language plpgsql as $$
begin
  select name_key, search into new.name_key, new.search from "user" where tenant = new.tenant and id = new.user_id;
  return new;
end $$;
create trigger follow_subscriber before update of user_id on subscription for each row
  when (old.user_id <> new.user_id) execute function follow_subscriber();

-- ── Merges ───────────────────────────────────────────────────────────────────────────────────────────────────────────
create table user_merge (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  -- The account that stays, and the one that went into it, with its status before.
  kept_id uuid not null,
  merged_id uuid not null,
  former_status smallint not null,
  by_id uuid,
  at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (tenant, id),
  foreign key (tenant, kept_id) references "user" on delete cascade,
  foreign key (tenant, merged_id) references "user" on delete cascade,
  foreign key (tenant, by_id) references "user" on delete set null (by_id)
);
call tenant_table('user_merge', 'select, insert, update');
call audited('user_merge');
create index user_merge_of_kept on user_merge (tenant, kept_id, at desc);
create index user_merge_of_merged on user_merge (tenant, merged_id);
create index user_merge_by on user_merge (tenant, by_id);

-- What a merge did to each row, for its undo.
create table user_merge_row (
  tenant text not null default current_tenant(),
  merge_id uuid not null,
  n int not null,
  table_name text not null,
  column_name text not null,
  -- forth: to the kept account; back: from it, in exchange; removed: a link that both had.
  deed text not null check (deed in ('forth', 'back', 'removed')),
  -- The row's key without the person; of a removed link, the row.
  key jsonb not null,
  -- Hash of the row after the merge.
  mark text,
  primary key (tenant, merge_id, n),
  foreign key (tenant, merge_id) references user_merge on delete cascade
);
call tenant_table('user_merge_row', 'select, insert, delete');

-- Moves rows of a person to another account, and others back, with their contents as they are. Runs as the owner, because
-- the server may not change what members did.
-- `forth` and `back`: keys, each an object of columns.
create function move_person_rows(of_table text, of_column text, sender uuid, receiver uuid, forth jsonb, back jsonb)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_rel regclass;
  columns text;
  columns_moved text;
  chosen text;
begin
  select link.conrelid::regclass into of_rel from pg_constraint link
    join pg_class on pg_class.oid = link.conrelid
    join pg_attribute on attrelid = conrelid and attnum = any(conkey) and attname = of_column
    where link.contype = 'f' and link.confrelid = '"user"'::regclass and relname = of_table;
  if of_rel is null and (of_table, of_column) in (('order', 'user_id'), ('voucher_redemption', 'user_id')) then
    of_rel := format('%I', of_table)::regclass;
  end if;
  if of_rel is null then raise insufficient_privilege using message = format('%s.%s is no person', of_table, of_column); end if;
  select format('tenant = current_tenant() and (%1$I = $1 and %2$s in (select jsonb_array_elements($3))
      or %1$I = $2 and %2$s in (select jsonb_array_elements($4)))', of_column,
      format('jsonb_build_object(%s)', string_agg(format('%L, mine.%I', attname, attname), ', ')))
    into chosen from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
    where indrelid = of_rel and indisprimary and attname not in ('tenant', of_column);
  if jsonb_array_length(back) = 0 and exists (select from pg_attribute where attrelid = of_rel and attname = 'id' and not attisdropped) then
    execute format('update %s mine set %I = $2 where %s', of_rel, of_column, chosen) using sender, receiver, forth, back;
    return;
  end if;
  select string_agg(quote_ident(attname), ', ' order by attnum),
      string_agg(case attname when of_column then format('case gone.%I when $1 then $2 else $1 end', attname) else format('gone.%I', attname) end,
        ', ' order by attnum)
    into columns, columns_moved from pg_attribute where attrelid = of_rel and attnum > 0 and not attisdropped and attgenerated = '';
  -- One statement: rows that change places are never two in one place, and no trigger sees that a file has lost its row.
  execute format('with gone as (delete from %1$s mine where %2$s returning *), counted as (select count(*) from gone)
    insert into %1$s (%3$s) select %4$s from gone, counted', of_rel, chosen, columns, columns_moved) using sender, receiver, forth, back;
end $$;
revoke execute on function move_person_rows from public;
grant execute on function move_person_rows to lectern_app;

-- ── Duplicates ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- Pairs of accounts that may be one person: kept by the job `find-duplicates`. A dismissed pair stays, so that it is not
-- offered again.
create table user_duplicate (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  first_id uuid not null,
  second_id uuid not null,
  reason text not null check (reason in ('phone', 'name')),
  found_at timestamptz not null default now(),
  dismissed_at timestamptz,
  dismissed_by uuid,
  primary key (tenant, id),
  unique (tenant, first_id, second_id),
  check (first_id <= second_id),
  foreign key (tenant, first_id) references "user" on delete cascade,
  foreign key (tenant, second_id) references "user" on delete cascade,
  foreign key (tenant, dismissed_by) references "user" on delete set null (dismissed_by)
);
call tenant_table('user_duplicate');
create index user_duplicate_open on user_duplicate (tenant, found_at desc, id desc) where dismissed_at is null;
create index user_duplicate_of_second on user_duplicate (tenant, second_id);
create index user_duplicate_dismissed_by on user_duplicate (tenant, dismissed_by);

-- ── Requests of people for their data ────────────────────────────────────────────────────────────────────────────────
-- Answered within 3 × 24 hours (UU 27/2022). A row stays as the proof that the request was met.
create table privacy_request (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  user_id uuid not null,
  kind text not null check (kind in ('dossier', 'erasure')),
  asked_at timestamptz not null,
  noted_by uuid,
  noted_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'running', 'done', 'withdrawn')),
  finished_at timestamptz,
  -- Why the last run of its job failed.
  error text,
  -- The archive of a dossier, until it is removed.
  file_url text,
  -- What an erasure removed, replaced and kept, in words.
  report jsonb,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, user_id) references "user" on delete cascade,
  foreign key (tenant, noted_by) references "user" on delete set null (noted_by)
);
call tenant_table('privacy_request', 'select, insert, update');
call audited('privacy_request');
create index privacy_request_of_user on privacy_request (tenant, user_id, id desc);
create index privacy_request_waiting on privacy_request (tenant, asked_at, id) where state in ('open', 'running');
create index privacy_request_noted_by on privacy_request (tenant, noted_by);
-- One of a kind at a time.
create unique index privacy_request_once on privacy_request (tenant, user_id, kind) where state in ('open', 'running');
create trigger touch before update on privacy_request for each row execute function touch();

do $$
begin
  execute replace(pg_get_functiondef('audit_event'::regproc), $q$'order-export-begun'$q$,
    $q$'order-export-begun', 'dossier-begun', 'dossier-read', 'erasure-begun'$q$);
end $$;

-- ── Erasure ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The functions run as the owner, because the server may not change the trail, tracked orders or what members did; each
-- works for a running erasure alone.
create function erased_people(of_request uuid) returns uuid[] language plpgsql stable as $$
declare
  people uuid[];
begin
  select array_agg(id) into people from "user", (select user_id from privacy_request
      where tenant = current_tenant() and id = of_request and kind = 'erasure' and state = 'running') request
    where tenant = current_tenant() and (id = user_id or merged_into = user_id);
  if people is null then raise insufficient_privilege using message = 'There is no such erasure'; end if;
  return people;
end $$;

-- Deletes the rows of a table that are the person's; returns their number.
create function erase_rows(of_request uuid, of_table text, of_column text) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  n int;
begin
  if of_table = 'user' then raise insufficient_privilege using message = 'Users are not deleted'; end if;
  execute format('delete from %I where tenant = current_tenant() and %I = any ($1)', of_table, of_column) using erased_people(of_request);
  get diagnostics n = row_count;
  return n;
end $$;

-- Replaces the person in tracked orders and at the desk, found by e-mail; returns the ids of the orders.
create function erase_tracked(of_request uuid, called text, address text) returns text[]
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  emails constant text[] := array(select lower(email) from "user" where tenant = current_tenant() and id = any (erased_people(of_request)));
  ids text[];
begin
  with documents as (
    update tracking_document set fields = fields || jsonb_build_object('user_email', jsonb_build_object('stringValue', address),
        'user_name', jsonb_build_object('stringValue', called), 'user_phone', jsonb_build_object('stringValue', ''))
      where tenant = current_tenant() and collection = 'order_staging' and lower(user_email) = any (emails) returning id
  ), orders as (
    update desk_order set user_email = address, note = '' where tenant = current_tenant() and lower(user_email) = any (emails) returning id
  ), chased as (
    update chase_document set user_email = address where tenant = current_tenant() and lower(user_email) = any (emails)
  ), invitations as (delete from calendar_invitation where tenant = current_tenant() and lower(email) = any (emails)
  ), failures as (delete from sign_in_failure where tenant = current_tenant() and lower(email) = any (emails))
  select array_agg(id) into ids from (select id from documents union select id from orders) tracked;
  update desk_event set note = '' where tenant = current_tenant() and order_id = any (ids) and note <> '';
  return coalesce(ids, '{}');
end $$;

-- Texts of a trail's entry become null; ids, numbers and moments stay.
create function without_texts(fields jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, case when jsonb_typeof(value) in ('number', 'boolean', 'null')
    or value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^\d{4}-\d\d-\d\d(T[\d:.]+\+00:00)?$' then value else 'null' end)
  from jsonb_each(fields)
$$;

-- Empties the person's entries of the trail: those about the person and about `records` ('table:id'), and the name in
-- those of the person's own doing. Returns their number.
create function erase_trail(of_request uuid, records text[], called text) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  people constant uuid[] := erased_people(of_request);
  about constant text[] := records || array(select 'user:' || one from unnest(people) one);
  n int;
begin
  with filed as (
    select distinct line from audit_record filed, unnest(about) record where filed.tenant = current_tenant()
      and table_name = split_part(record, ':', 1) and record_id = substr(record, strpos(record, ':') + 1)
  ), lines as (select id from audit where tenant = current_tenant() and id in (select line from filed)
    union select audit.id from audit join filed on part_of = line where tenant = current_tenant())
  update audit set before = without_texts(before), after = without_texts(after), minute_key = null
    from lines where audit.tenant = current_tenant() and audit.id = lines.id and belongs_to && about;
  get diagnostics n = row_count;
  update audit set actor_name = called where tenant = current_tenant() and actor_id = any (people) and actor_name <> called;
  return n;
end $$;

-- Replaces texts of the person in a column, whatever their case; returns the number of rows. `patterns`: regular
-- expressions, each with what takes its place.
create function erase_texts(of_request uuid, of_table regclass, of_column text, patterns text[], replacements text[]) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  new_value text := format('%I::text', of_column);
  n int;
begin
  perform erased_people(of_request);
  for place in 1 .. cardinality(patterns) loop
    new_value := format('regexp_replace(%s, %L, %L, ''gi'')', new_value, patterns[place], replacements[place]);
  end loop;
  execute format('update %s set %I = (%s)::%s where tenant = current_tenant() and %I::text ~* $1', of_table, of_column, new_value,
    (select format_type(atttypid, atttypmod) from pg_attribute where attrelid = of_table and attname = of_column), of_column)
    using array_to_string(patterns, '|');
  get diagnostics n = row_count;
  return n;
end $$;

revoke execute on function erased_people, erase_rows, erase_tracked, erase_trail, erase_texts from public;
grant execute on function erase_rows, erase_tracked, erase_trail, erase_texts to lectern_app;
