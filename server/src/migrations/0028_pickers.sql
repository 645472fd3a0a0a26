-- Pickers list published products first, then newest first (docs/decisions/0074). What they are filtered by stands behind
-- the id. The index by name serves the products that an order is made of, of all kinds together.
create index course_picker on course (tenant, is_published, id, category);
create index learning_path_picker on learning_path (tenant, is_published, id, category);
create index product_picker on product (tenant, is_published, id);
create index subscription_plan_picker on subscription_plan (tenant, is_published, id);
create index course_saleable on course (tenant, is_published desc, search collate "C", id);
create index learning_path_saleable on learning_path (tenant, is_published desc, search collate "C", id);
create index product_saleable on product (tenant, is_published desc, search collate "C", id);
create index subscription_plan_saleable on subscription_plan (tenant, is_published desc, search collate "C", id);
-- The list of plans, as that of products.
create index subscription_plan_list on subscription_plan (tenant, id, is_published);
create index subscription_plan_by_name on subscription_plan (tenant, search collate "C", id, is_published);
create index subscription_plan_by_price on subscription_plan (tenant, price, id, is_published);
create index subscription_plan_by_updated on subscription_plan (tenant, updated_at, id, is_published);
