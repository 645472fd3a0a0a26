-- A list's filters, columns and sort under a name (docs/decisions/0023): its owner's, and the team's where it is shared.
call record_table('saved_view', '
  user_id uuid not null,
  list text not null,
  -- As after the question mark of the list''s address.
  query text not null,
  is_shared boolean not null,
  foreign key (tenant, user_id) references "user" on delete cascade');
create unique index saved_view_name on saved_view (tenant, user_id, list, lower(name));
create index saved_view_list on saved_view (tenant, list, id);
