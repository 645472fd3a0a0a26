-- What the start page looks for: failed videos and the lessons that have them, classes of a day, drafts changed last.

create index video_failed on video (tenant, created_at, id) where status = 'FAILED';
-- Hash, because an address can be longer than an entry of a btree.
create index lesson_by_video on lesson using hash (video_source);
-- Classes with a time of their own; those without follow their section (course_section_by_start).
create index lesson_class_by_start on lesson (tenant, start_at) where type = 'LIVE_CLASS' and start_at is not null;
create index course_draft_by_updated on course (tenant, type, updated_at, id) where not is_published;
create index learning_path_draft_by_updated on learning_path (tenant, updated_at, id) where not is_published;
