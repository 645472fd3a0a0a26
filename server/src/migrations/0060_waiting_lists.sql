-- Subscriptions cancelled before their last day stand between the active ones and those that are over.
create index subscription_cancelled_by_end on subscription (tenant, end_date, id) where cancelled_at is not null;
-- The palette finds event vouchers by a part of their code or event.
create index event_voucher_search on event_voucher using gin (search gin_trgm_ops);
