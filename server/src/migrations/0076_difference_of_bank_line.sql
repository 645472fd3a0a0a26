-- Differences that are money in a bank statement which nobody has matched (docs/decisions/0122).

alter table payment_difference add column line_id uuid,
  add foreign key (tenant, line_id) references bank_line on delete cascade;
create index payment_difference_by_line on payment_difference (tenant, line_id) where line_id is not null;
create index bank_line_waiting on bank_line (tenant, booked_on) where state = 'open' and amount > 0;

create function settle_differences_of_lines() returns trigger language plpgsql as $$
begin
  update payment_difference set gone_at = now() from come
    where payment_difference.tenant = come.tenant and line_id = come.id and gone_at is null and come.state <> 'open';
  return null;
end $$;
create trigger settle_differences after update on bank_line referencing new table as come
  for each statement execute function settle_differences_of_lines();
