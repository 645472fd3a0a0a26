-- A link is made or removed, never changed: its audit and count triggers hear of nothing else.
revoke update on course_user, discount_course, discount_path from lectern_app;
