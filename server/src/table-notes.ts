/** What the catalogue does not say of our tables: the types of JSON and of codes, and what triggers alone write. */
import type { TableNotes } from '#platform/database/table-types.ts';

export const tableNotes: TableNotes = {
  imports: [
    "import type { Instructor } from '#contract/course-draft.ts';",
    "import type { Category } from '#contract/fields.ts';",
    "import type { Attachment } from '#contract/lesson.ts';",
    "import type { Band } from '#contract/quiz.ts';",
    "import type { Option } from '#contract/question.ts';",
  ],
  types: {
    'audit.before': 'Record<string, unknown>',
    'audit.after': 'Record<string, unknown>',
    'audit.belongs_to': 'string',
    'course.category': 'Category',
    'course.instructors': 'Instructor[]',
    'course.learning_outcomes': 'string[]',
    'course.skills': 'string[]',
    'learning_path.category': 'Category',
    'learning_path.type': "'lifetime'",
    'lesson.attachments': 'Attachment[]',
    'outbox.ids': 'Record<string, string>',
    'question.options': 'Option[]',
    'quiz.result_detail': 'Band[]',
    'quiz_attempt.answers': 'Record<string, string | string[]>',
  },
  kept: [
    'audit',
    'audit_record',
    'row_count',
    'week_count',
    'user.total_courses',
    'course.total_members',
    'learning_path.total_users',
    'subscription.name_key',
    'subscription.search',
    'lesson_completion',
    'quiz_attempt',
  ],
  // The documents are Firestore's, not the query builder's.
  untyped: ['tracking_document'],
};
