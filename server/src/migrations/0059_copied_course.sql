-- The name that the original of a duplicated course had, for the history of the copy.
alter table course add column copied_from text;
