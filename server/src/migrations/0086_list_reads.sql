-- Pages of lists of personal data that each user read within the last hour (docs/decisions/0067). `page_key` is a hash
-- of the request's URL, which may hold a search for a person. No foreign key: rows live for an hour, and a read needs none.
create table list_read (
  tenant text not null default current_tenant(),
  user_id uuid not null,
  page_key text collate "C" not null,
  rows int not null check (rows > 0),
  at timestamptz not null default now(),
  primary key (tenant, user_id, page_key)
);
call tenant_table('list_read');
create index list_read_age on list_read (tenant, at);
