-- What a batch of orders spent its time on besides rows and their indexes (docs/decisions/0070).

-- Without joining the transition tables, which is planned for the rows of the session's first statement and compared every old row with
-- every new one. An order that stays paid, or stays unpaid, has no such rows.
create or replace function settle_access_gaps_of_order() returns trigger language plpgsql as $$
begin
  -- The fences keep the planner, which does not know how many orders a statement has, from reading all gaps.
  delete from access_gap where id = any (array(
    select gap.id from come join order_item item on item.tenant = come.tenant and item.order_id = come.id
      cross join lateral (select id from access_gap where tenant = come.tenant and user_id = come.user_id
        and product_id = item.product_id and kind = 'access-unpaid' offset 0) gap
      where come.status = 'paid'));
  delete from access_gap where id = any (array(
    select gap.id from come
      cross join lateral (select id from access_gap where tenant = come.tenant and order_id = come.id and kind = 'paid-no-access' offset 0) gap
      where come.status <> 'paid'));
  return null;
end $$;

-- A strict function with a CASE is not inlined, and was called anew for every generated `search`. The result for null stays null.
alter function search_text(text) called on null input;
alter function search_phone(text) called on null input;

-- Another status is a change: the rows need not be compared as documents, which `touch` does.
create or replace function note_refund() returns trigger language plpgsql as $$
begin
  if new.status = 'paid' then
    new.refunded_at := null;
  elsif old.status = 'paid' and new.refunded_at is null then
    new.refunded_at := now();
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
alter function note_refund() rename to change_status;
drop trigger note_refund on "order";
drop trigger touch on "order";
create trigger change_status before update on "order" for each row when (old.status <> new.status) execute function change_status();
create trigger touch before update on "order" for each row when (old.status = new.status) execute function touch();

-- Nothing is read by the request.
drop index audit_request;
