-- Saved views that a person has pinned to the navigation.
create table saved_view_pin (
  tenant text not null default current_tenant(),
  user_id uuid not null,
  saved_view_id uuid not null,
  primary key (tenant, user_id, saved_view_id),
  foreign key (tenant, user_id) references "user" on delete cascade,
  foreign key (tenant, saved_view_id) references saved_view on delete cascade
);
call tenant_table('saved_view_pin', 'select, insert, delete');
create index saved_view_pin_by_view on saved_view_pin (tenant, saved_view_id);
