-- Search texts without accents, apostrophes and invisible characters, and with one kind of dash (decision 0062).
-- The same normalization as `searchText` of contract/src/search-text.ts; search-text.test.ts compares them.
create function search_text(text) returns text language sql immutable strict parallel safe as $$
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
create function search_phone(text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(search_text($1), '[^0-9]', '', 'g'), '^0*(62)?0*', '')
$$;

-- search_by(table, expression): replaces the generated column `search`, and creates its indexes again.
create procedure search_by(searched regclass, expression text) language plpgsql as $$
declare
  index text;
  indexes constant text[] := array(select pg_get_indexdef(indexrelid) from pg_index
    where indrelid = searched and exists (select from pg_depend join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where pg_depend.objid = indexrelid and refobjid = searched and attname = 'search'));
begin
  execute format('alter table %s drop column search, add column search text generated always as (%s) stored', searched, expression);
  foreach index in array indexes loop
    execute index;
  end loop;
end $$;

drop trigger rename_subscriber on "user";
call search_by('"user"', $$search_text(name || ' ' || email) || coalesce(' ' || nullif(search_phone(phone_number), ''), '')$$);
create trigger rename_subscriber after update of name, email, phone_number on "user"
  for each row when (old.search is distinct from new.search or old.name_key is distinct from new.name_key)
  execute function rename_subscriber();
call search_by('"order"', $$search_text(invoice_number || ' ' || user_name || ' ' || user_email) || coalesce(' ' || nullif(search_phone(user_phone), ''), '')$$);
call search_by('voucher', $$search_text(name || ' ' || code)$$);
call search_by('certificate', $$search_text(name || ' ' || code)$$);
call search_by('event_voucher', $$search_text(event_name || ' ' || code)$$);
do $$
declare
  named regclass;
begin
  for named in select attrelid::regclass from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
      join pg_class on pg_class.oid = attrelid and relnamespace = 'public'::regnamespace
    where attname = 'search' and pg_get_expr(adbin, adrelid) = 'lower(name)' loop
    call search_by(named, 'search_text(name)');
  end loop;
end $$;
drop procedure search_by;

-- ── Searches that triggers keep ──────────────────────────────────────────────────────────────────────────────────────
-- Submissions are found by the phone of the member, too.
create or replace function submission_search(of_tenant text, of_user uuid, of_course uuid, of_path uuid) returns text language sql stable as $$
  select concat_ws(' ',
    (select search from "user" where tenant = of_tenant and id = of_user),
    (select search from course where tenant = of_tenant and id = of_course),
    (select search from learning_path where tenant = of_tenant and id = of_path))
$$;
drop trigger rename_submissions on "user";
create trigger rename_submissions after update of name, email, phone_number on "user" for each row
  when (old.search is distinct from new.search) execute function rename_submissions('user_id');

alter table project_submission disable trigger user;
alter table subscription disable trigger user;
alter table access_gap disable trigger user;
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    update project_submission submission set search = concat_ws(' ', person.search, course.search, path.search)
      from project_submission one
        join "user" person on person.tenant = brand and person.id = one.user_id
        left join course on course.tenant = brand and course.id = one.course_id
        left join learning_path path on path.tenant = brand and path.id = one.path_id
      where submission.tenant = brand and one.tenant = brand and one.id = submission.id;
    update subscription set search = person.search from "user" person
      where subscription.tenant = brand and person.tenant = brand and person.id = subscription.user_id
        and subscription.search <> person.search;
    update access_gap set search = search_text(search) where tenant = brand and search <> search_text(search);
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
alter table project_submission enable trigger user;
alter table subscription enable trigger user;
alter table access_gap enable trigger user;

-- As before (0023), with a search that is normalized.
create or replace procedure record_table(new_table text, columns text) language plpgsql as $$
begin
  execute format('create table %I (
    tenant text not null default current_tenant(),
    id uuid not null default new_id(),
    name text not null,
    version int not null default 1,
    updated_at timestamptz not null default now(),
    search text generated always as (search_text(name)) stored,
    %s,
    primary key (tenant, id))', new_table, columns);
  execute format('create trigger touch before update on %I for each row execute function touch()', new_table);
  call tenant_table(format('%I', new_table)::regclass);
  call audited(format('%I', new_table)::regclass);
end $$;
