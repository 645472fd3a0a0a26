-- Filters by which the people of a broadcast were chosen, each as the query of the page of users.
alter table broadcast add column segments text[] not null default '{}';
-- Why the last try failed, which is repeated.
alter table broadcast_due add column error text not null default '';
