-- Orders of a month in the order of their payments, which those without an invoice are counted in alone.
drop index concurrently if exists order_by_payment;
create index concurrently order_by_payment on "order" (tenant, sold_on, id, status) where sold_on is not null and total_amount > 0;
