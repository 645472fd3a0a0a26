-- Run once on the primary as postgres: psql -v password=… -v pooler_password=… -f setup.sql
create role lectern login createrole password :'password';
create database lectern owner lectern;
create role pgbouncer login password :'pooler_password';
\connect lectern
create schema pgbouncer;
grant usage on schema pgbouncer to pgbouncer;
create function pgbouncer.login(name text) returns table (username text, password text)
  language sql security definer set search_path = pg_catalog
  as 'select rolname, rolpassword from pg_authid where rolname = login.name and rolcanlogin and not rolsuper';
revoke all on function pgbouncer.login from public;
grant execute on function pgbouncer.login to pgbouncer;
