/**
 * Register of every table that holds something of a person: what merging two accounts, a dossier and an erasure do with
 * it. A test compares it with the catalogue, so that a new table has to be named here (docs/decisions/0095).
 */
import type { Place } from './place.ts';
import { workPlaces } from './work-places.ts';

const ownSignIn = 'Belongs to the sign-in of that account';
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
    table: 'import_row',
    column: 'record_id',
    label: ['row of an import', 'rows of imports'],
    stays: 'History of the import',
    isNotInDossier: true,
    ...deleted,
  },
  { table: 'order', column: 'user_id', label: ['order', 'orders'], ...invoice },
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
    table: 'lesson_completion',
    column: 'user_id',
    label: ['completed lesson', 'completed lessons'],
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
  {
    table: 'sign_in_failure',
    column: 'email',
    isEmail: true,
    label: ['failed sign-in', 'failed sign-ins'],
    stays: ownSignIn,
    ...deleted,
  },
  {
    table: 'authenticator_app',
    column: 'user_id',
    label: ['authenticator app', 'authenticator apps'],
    stays: ownSignIn,
    isNotInDossier: true,
    ...deleted,
  },
  {
    table: 'recovery_code',
    column: 'user_id',
    label: ['recovery code', 'recovery codes'],
    stays: ownSignIn,
    isNotInDossier: true,
    ...deleted,
  },
  {
    table: 'auth_challenge',
    column: 'user_id',
    label: ['begun sign-in', 'begun sign-ins'],
    stays: ownSignIn,
    isNotInDossier: true,
    ...deleted,
  },
  { table: 'passkey', column: 'user_id', label: ['passkey', 'passkeys'], stays: ownSignIn, ...deleted },
  {
    table: 'account_mail',
    column: 'user_id',
    label: ['mail about the account', 'mails about the account'],
    stays: ownSignIn,
    ...deleted,
  },
  { table: 'session', column: 'user_id', label: ['session', 'sessions'], stays: ownSignIn, ...deleted },
  {
    table: 'refresh_token',
    column: 'user_id',
    label: ['token of a session', 'tokens of sessions'],
    stays: ownSignIn,
    isNotInDossier: true,
    ...deleted,
  },
  {
    table: 'list_read',
    column: 'user_id',
    label: ['page read', 'pages read'],
    stays: ownSignIn,
    isNotInDossier: true,
    ...deleted,
  },
  {
    table: 'idempotency',
    column: 'user_id',
    label: ['kept reply', 'kept replies'],
    stays: ownSignIn,
    isNotInDossier: true,
    ...deleted,
  },
  {
    table: 'desk_presence',
    column: 'user_id',
    label: ['open tracked order', 'open tracked orders'],
    stays: ownSignIn,
    isNotInDossier: true,
    ...deleted,
  },
  { table: 'saved_view', column: 'user_id', label: ['saved view', 'saved views'], stays: ownSignIn, ...deleted },
  { table: 'saved_view_pin', column: 'user_id', label: ['pinned view', 'pinned views'], stays: ownSignIn, ...deleted },
  {
    table: 'today_aside',
    column: 'user_id',
    label: ['item set aside', 'items set aside'],
    stays: ownSignIn,
    ...deleted,
  },
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
