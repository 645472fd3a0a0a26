-- People who come from elsewhere: a second key, a comparable phone number, and accounts that cannot sign in.
-- A user without a password has the hash '', which matches none.

alter table "user"
  -- Id of the person in another system; set by imports and programs.
  add column external_id text check (external_id <> '' and length(external_id) <= 100),
  -- phone_number in E.164 (`+62812…`); null if it is not a possible number. Not unique: families share phones.
  add column phone_e164 text collate "C" check (phone_e164 ~ '^\+[1-9][0-9]{6,14}$'),
  -- 0: deactivated, cannot sign in and keeps its history.
  add column status smallint not null default 1 check (status in (0, 1));
create unique index user_external_id on "user" (tenant, external_id) where external_id is not null;
create index user_phone on "user" (tenant, phone_e164) where phone_e164 is not null;

-- Numbers known so far: as search_phone() reads them, which takes Indonesia for the country.
update "user" set phone_e164 = '+62' || search_phone(phone_number)
  where phone_number ~ '^\s*(\+?62|0[1-9]|8)' and search_phone(phone_number) ~ '^[1-9][0-9]{6,12}$';

drop trigger touch on "user";
create trigger touch before update of email, name, password_hash, role, uoc, phone_number, image, location, job, external_id, status
  on "user" for each row execute function touch();

-- Choices of a brand, one row; without it the defaults of its columns hold.
create table brand_setting (
  tenant text not null default current_tenant() unique,
  id uuid not null default new_id(),
  -- Whether instructors see every course, or only those on which they are named.
  instructor_courses text not null default 'named' check (instructor_courses in ('all', 'named')),
  -- Roles that cannot use the back office without a second factor.
  second_factor_roles text[] not null default '{}'
    check (second_factor_roles <@ array['superadmin', 'admin', 'instructor', 'customer-service']),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant, id)
);
call tenant_table('brand_setting');
create trigger touch before update on brand_setting for each row execute function touch();
call audited('brand_setting');
