/**
 * Register of every table that holds something of a person: what merging two accounts, a dossier and an erasure do with
 * it. A test compares it with the catalogue, so that a new table has to be named here (docs/decisions/0095).
 */
import type { Place } from './place.ts';
import { ownPlaces } from './own-places.ts';
import { workPlaces } from './work-places.ts';

const invoice = { erasure: { keptBecause: 'Kept for ten years (UU KUP, article 28) without the name' } } as const;
const tracked = {
  erasure: { keptBecause: 'Evidence of an order; name, e-mail, phone and notes are replaced' },
} as const;
const byAddress = 'Found by the e-mail of either account';
const deleted = { erasure: 'deleted' } as const;
const idsAlone = { erasure: { keptBecause: 'Has ids alone' } } as const;

const ofLesson = `(select 'course:' || section.course_id from lesson join course_section section
  on section.tenant = lesson.tenant and section.id = lesson.section_id where lesson.tenant = mine.tenant and lesson.id = mine.lesson_id)`;
const ofQuiz = `(select coalesce('course:' || section.course_id, 'path:' || quiz.path_id) from quiz left join course_section section
  on section.tenant = quiz.tenant and section.id = quiz.section_id where quiz.tenant = mine.tenant and quiz.id = mine.quiz_id)`;
const ofProduct = `coalesce('course:' || mine.course_id, 'path:' || mine.path_id)`;

export const places: readonly Place[] = [
  {
    table: 'course_user',
    column: 'user_id',
    label: ['course', 'courses'],
    clash: ['course_id'],
    product: `'course:' || mine.course_id`,
    isLink: true,
    ...deleted,
  },
  {
    table: 'learning_path_user',
    column: 'user_id',
    label: ['learning path', 'learning paths'],
    clash: ['path_id'],
    product: `'path:' || mine.path_id`,
    isLink: true,
    ...deleted,
  },
  {
    table: 'course_waiting',
    column: 'user_id',
    label: ['place on a waiting list', 'places on waiting lists'],
    clash: ['course_id'],
    product: `'course:' || mine.course_id`,
    ...deleted,
  },
  { table: 'tag_user', column: 'user_id', label: ['tag', 'tags'], clash: ['tag_id'], isLink: true, ...deleted },
  {
    table: 'at_risk',
    column: 'user_id',
    label: ['course at risk', 'courses at risk'],
    stays: 'Found anew for both accounts',
    isNotInDossier: true,
    ...deleted,
  },
  {
    table: 'risk_check',
    column: 'user_id',
    label: ['course to check', 'courses to check'],
    stays: 'Found anew for both accounts',
    isNotInDossier: true,
    ...deleted,
  },
  {
    table: 'broadcast_delivery',
    column: 'user_id',
    label: ['broadcast', 'broadcasts'],
    clash: ['broadcast_id'],
    ...deleted,
  },
  {
    table: 'marketing_consent',
    column: 'user_id',
    label: ['consent to broadcasts', 'consents to broadcasts'],
    clash: ['channel'],
    ...deleted,
  },
  {
    table: 'whatsapp_window',
    column: 'user_id',
    label: ['message on WhatsApp', 'messages on WhatsApp'],
    stays: 'Counts for 24 hours',
    ...deleted,
  },
  {
    table: 'learning_contact',
    column: 'user_id',
    label: ['message about a course', 'messages about courses'],
    clash: ['day'],
    product: `'course:' || mine.course_id`,
    ...deleted,
  },
  {
    table: 'import_row',
    column: 'record_id',
    label: ['row of an import', 'rows of imports'],
    stays: 'History of the import',
    isNotInDossier: true,
    ...deleted,
  },
  {
    table: 'event',
    column: 'record_id',
    label: ['event sent to other programs', 'events sent to other programs'],
    stays: 'What was sent about that account',
    ...deleted,
  },
  { table: 'order', column: 'user_id', label: ['order', 'orders'], ...invoice },
  {
    table: 'company',
    column: 'contact_id',
    label: ['company as its contact', 'companies as their contact'],
    isNotInDossier: true,
    erasure: { keptBecause: 'The company stays; the name is replaced' },
  },
  { table: 'voucher_redemption', column: 'user_id', label: ['use of a voucher', 'uses of vouchers'], ...invoice },
  { table: 'subscription', column: 'user_id', label: ['subscription', 'subscriptions'], ...deleted },
  {
    table: 'project_submission',
    column: 'user_id',
    label: ['submission', 'submissions'],
    clash: ['course_id', 'path_id'],
    product: ofProduct,
    ...deleted,
  },
  {
    table: 'certificate',
    column: 'user_id',
    label: ['certificate', 'certificates'],
    clash: ['course_id'],
    product: `'course:' || mine.course_id`,
    ...deleted,
  },
  {
    table: 'attendance',
    column: 'user_id',
    label: ['attendance', 'attendances'],
    clash: ['lesson_id'],
    product: ofLesson,
    ...deleted,
  },
  {
    table: 'attendance_evidence',
    column: 'user_id',
    label: ['reported stay in a class', 'reported stays in classes'],
    product: ofLesson,
    ...deleted,
  },
  {
    table: 'lesson_completion',
    column: 'user_id',
    label: ['completed lesson', 'completed lessons'],
    clash: ['lesson_id'],
    product: ofLesson,
    ...deleted,
  },
  {
    table: 'lesson_position',
    column: 'user_id',
    label: ['position in a lesson', 'positions in lessons'],
    clash: ['lesson_id'],
    product: ofLesson,
    ...deleted,
  },
  {
    table: 'quiz_attempt',
    column: 'user_id',
    label: ['quiz attempt', 'quiz attempts'],
    clash: ['quiz_id'],
    product: ofQuiz,
    ...deleted,
  },
  { table: 'place_transfer', column: 'user_id', label: ['moved place', 'moved places'], ...deleted },
  { table: 'access_mend', column: 'user_id', label: ['correction of access', 'corrections of access'], ...deleted },
  {
    table: 'access_gap',
    column: 'user_id',
    label: ['difference of payment and access', 'differences of payment and access'],
    stays: 'Compared anew for both accounts',
    ...deleted,
  },
  {
    table: 'user',
    column: 'merged_into',
    label: ['account merged before', 'accounts merged before'],
    erasure: { keptBecause: 'Erased like the account itself' },
  },
  {
    table: 'tracking_document',
    column: 'user_email',
    isEmail: true,
    label: ['tracked order', 'tracked orders'],
    stays: byAddress,
    ...tracked,
  },
  {
    table: 'desk_order',
    column: 'user_email',
    isEmail: true,
    label: ['tracked order at the desk', 'tracked orders at the desk'],
    stays: byAddress,
    ...tracked,
  },
  {
    table: 'chase_document',
    column: 'user_email',
    isEmail: true,
    label: ['tracked order to chase', 'tracked orders to chase'],
    stays: byAddress,
    ...tracked,
  },
  {
    table: 'calendar_invitation',
    column: 'email',
    isEmail: true,
    label: ['invitation to a class', 'invitations to classes'],
    stays: byAddress,
    ...deleted,
  },
  ...ownPlaces,
  {
    table: 'user_duplicate',
    column: 'first_id',
    label: ['possible duplicate', 'possible duplicates'],
    stays: 'Compared anew',
    isNotInDossier: true,
    ...deleted,
  },
  {
    table: 'user_duplicate',
    column: 'second_id',
    label: ['possible duplicate', 'possible duplicates'],
    stays: 'Compared anew',
    isNotInDossier: true,
    ...deleted,
  },
  {
    table: 'user_merge',
    column: 'kept_id',
    label: ['merge', 'merges'],
    stays: 'History of the account',
    ...idsAlone,
  },
  {
    table: 'user_merge',
    column: 'merged_id',
    label: ['merge', 'merges'],
    stays: 'History of the account',
    ...idsAlone,
  },
  {
    table: 'privacy_request',
    column: 'user_id',
    label: ['request for data', 'requests for data'],
    stays: 'Asked for that account',
    erasure: { keptBecause: 'Proof that the request was met' },
  },
  ...workPlaces,
];
