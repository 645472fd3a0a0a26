/** The tables as TypeScript sees them. Written by `npm run tables` from the migrated database: not by hand. */
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { BatchKindName, BatchRowState, BatchState } from '#contract/batch/endpoints.ts';
import type { BroadcastSkip } from '#contract/broadcast/endpoints.ts';
import type { Effects, ProposedInput } from '#contract/integration/proposals.ts';
import type { CertificateStatus } from '#contract/certificate/endpoints.ts';
import type { ApiScope } from '#contract/kernel/scopes.ts';
import type { Instructor } from '#contract/course/draft.ts';
import type { Category } from '#contract/kernel/fields.ts';
import type { Grade } from '#contract/submission/grade.ts';
import type { DeliveryAttempt } from '#contract/integration/webhooks.ts';
import type { Attachment } from '#contract/course/lesson/endpoints.ts';
import type { Band } from '#contract/course/quiz/endpoints.ts';
import type { Option } from '#contract/course/quiz/questions.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import type { TemplateUse } from '#contract/order-tracking/templates.ts';
import type { DifferenceAction } from '#contract/payment/differences.ts';
import type { SubmissionStatus } from '#contract/submission/endpoints.ts';

interface AccessCheckTable {
  checkedAt: string | null;
  requestedAt: string | null;
  hasTracking: Generated<boolean>;
}

interface AccessGapTable {
  id: Generated<string>;
  kind: 'paid-no-access' | 'access-unpaid';
  userId: string;
  productType: 'courses' | 'learning paths' | 'subscriptions';
  productId: string;
  productName: string;
  amount: number;
  since: string;
  orderId: string | null;
  documentId: string | null;
  source: GeneratedAlways<string>;
  foundAt: Generated<string>;
  intendedReason: 'gift' | 'staff' | 'scholarship' | 'other' | null;
  intendedBy: string | null;
  intendedAt: string | null;
  search: Generated<string>;
}

interface AccessMendTable {
  id: Generated<string>;
  action: 'give' | 'remove';
  userId: string;
  productType: 'courses' | 'learning paths' | 'subscriptions';
  productId: string;
  productName: string;
  orderId: string | null;
  assignedAt: string | null;
  subscriptions: Generated<readonly (string)[]>;
  doneAt: Generated<string>;
  undoneAt: string | null;
  gapId: string | null;
}

interface AccountMailTable {
  id: Generated<string>;
  userId: string | null;
  kind: 'invitation' | 'password' | 'email-changed';
  email: string;
  network: string | null;
  sentBy: Generated<string | null>;
  tokenHash: Buffer | null;
  at: Generated<string>;
  expiresAt: Generated<string>;
  usedAt: string | null;
  revokedAt: string | null;
}

interface AgentClientTable {
  id: Generated<string>;
  name: string;
  redirectUris: readonly (string)[];
  createdAt: Generated<string>;
}

interface AgentCodeTable {
  codeHash: Buffer;
  agentClientId: string;
  userId: string;
  consentId: string;
  redirectUri: string;
  challenge: string;
  mayPropose: boolean;
  expiresAt: Generated<string>;
  sessionId: string | null;
}

interface AgentTokenTable {
  tokenHash: Buffer;
  sessionId: string;
  expiresAt: string;
}

interface ApiKeyTable {
  id: Generated<string>;
  name: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  keyHash: Buffer;
  lastFour: string;
  previousHash: Buffer | null;
  previousFour: string | null;
  previousUntil: string | null;
  scopes: readonly (ApiScope)[];
  addresses: Generated<readonly (string)[]>;
  expiresAt: string | null;
  revokedAt: string | null;
  createdAt: Generated<string>;
  createdBy: Generated<string | null>;
  search: GeneratedAlways<string>;
}

interface ApiKeyUseTable {
  apiKeyId: string;
  at: Generated<string>;
  address: string;
}

interface AtRiskTable {
  userId: string;
  courseId: string;
  since: string;
  absences: Generated<number>;
  absentOn: string | null;
  failures: Generated<number>;
  failedQuiz: string | null;
}

interface AtRiskDayTable {
  day: string;
  courseId: string;
  members: number;
  idle: number;
  absent: number;
  failed: number;
}

interface AttendanceTable {
  lessonId: string;
  userId: string;
  status: 'PRESENT' | 'LATE' | 'EXCUSED' | 'SICK' | 'ABSENT';
  note: Generated<string>;
  updatedAt: Generated<string>;
}

interface AttendanceEvidenceTable {
  externalId: string;
  lessonId: string;
  userId: string;
  fromAt: string;
  untilAt: string;
  source: string;
}

interface AuditTable {
  id: GeneratedAlways<string>;
  at: GeneratedAlways<string>;
  actorId: GeneratedAlways<string | null>;
  actorName: GeneratedAlways<string>;
  requestId: GeneratedAlways<string | null>;
  tableName: GeneratedAlways<string | null>;
  recordId: GeneratedAlways<string | null>;
  action: GeneratedAlways<string>;
  before: GeneratedAlways<Record<string, unknown> | null>;
  after: GeneratedAlways<Record<string, unknown> | null>;
  partOf: GeneratedAlways<string | null>;
  version: GeneratedAlways<number | null>;
  belongsTo: GeneratedAlways<readonly (string)[]>;
  minuteKey: GeneratedAlways<string | null>;
  salt: GeneratedAlways<string | null>;
}

interface AuditRecordTable {
  tableName: GeneratedAlways<string>;
  recordId: GeneratedAlways<string>;
  line: GeneratedAlways<string>;
}

interface AuthChallengeTable {
  tokenHash: Buffer;
  userId: string;
  purpose: 'sign-in' | 'enrolment' | 'add' | 'confirm';
  passkey: string;
  secret: string | null;
  expiresAt: string;
}

interface AuthenticatorAppTable {
  userId: string;
  secret: string;
  lastStep: number;
  addedAt: Generated<string>;
  lastUsedAt: string | null;
}

interface BankLineTable {
  id: Generated<string>;
  statementId: string;
  account: string;
  bookedOn: string;
  amount: number;
  description: string;
  counterparty: Generated<string>;
  reference: Generated<string>;
  key: string;
  state: Generated<'open' | 'matched' | 'ignored'>;
  orderId: string | null;
  paymentId: string | null;
  formerStatus: 'unpaid' | 'pending' | 'expired' | 'failed' | null;
  reason: 'income' | 'payout' | 'own' | 'back' | 'salary' | 'interest' | 'out' | 'other' | null;
  note: Generated<string>;
  decidedBy: string | null;
  decidedAt: string | null;
  search: GeneratedAlways<string>;
}

interface BankStatementTable {
  id: Generated<string>;
  bank: 'BCA' | 'Mandiri' | 'BNI' | 'BRI' | 'other';
  account: string;
  name: string;
  fromDay: string;
  toDay: string;
  opening: number | null;
  closing: number | null;
  createdAt: Generated<string>;
  createdBy: Generated<string | null>;
  search: GeneratedAlways<string>;
}

interface BatchTable {
  id: Generated<string>;
  kind: BatchKindName;
  change: unknown;
  title: string;
  filter: unknown;
  userId: string;
  userName: string;
  undoUserId: string | null;
  undoUserName: string | null;
  state: Generated<BatchState>;
  isUndo: Generated<boolean>;
  error: string | null;
  total: Generated<number>;
  pending: Generated<number>;
  done: Generated<number>;
  skipped: Generated<number>;
  failed: Generated<number>;
  undone: Generated<number>;
  kept: Generated<number>;
  createdAt: Generated<string>;
  finishedAt: string | null;
}

interface BatchRowTable {
  batchId: string;
  n: number;
  recordId: string;
  name: string;
  state: Generated<BatchRowState>;
  before: string | null;
  after: string | null;
  reason: string | null;
}

interface BrandSettingTable {
  id: Generated<string>;
  instructorCourses: Generated<'all' | 'named'>;
  secondFactorRoles: Generated<readonly (string)[]>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  sellerName: Generated<string>;
  sellerAddress: Generated<string>;
  sellerNpwp: Generated<string>;
  bankAccount: Generated<string>;
  signatory: Generated<string>;
  vat: Generated<'none' | 'otherValue' | 'full' | 'exempt'>;
  vatRate: Generated<number>;
  paperRule: Generated<'none' | 'issue' | 'send'>;
  refundLimit: Generated<number>;
  heldSeats: Generated<readonly (string)[]>;
  quietFrom: Generated<number>;
  quietUntil: Generated<number>;
}

interface BroadcastTable {
  id: Generated<string>;
  name: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  channel: 'mail' | 'whatsapp';
  subject: Generated<string>;
  body: Generated<string>;
  templateId: string | null;
  parameters: Generated<readonly (string)[]>;
  state: Generated<'draft' | 'sending' | 'done' | 'stopped'>;
  byId: string | null;
  startedAt: string | null;
  createdAt: Generated<string>;
  search: GeneratedAlways<string>;
  segments: Generated<readonly (string)[]>;
}

interface BroadcastDeliveryTable {
  id: Generated<string>;
  broadcastId: string;
  userId: string;
  state: Generated<'queued' | 'unknown' | 'sent' | 'delivered' | 'read' | 'failed' | 'skipped'>;
  reason: BroadcastSkip | null;
  reference: string | null;
  error: Generated<string>;
  queuedAt: Generated<string>;
  claimedAt: string | null;
  claimedBy: string | null;
  sentAt: string | null;
  deliveredAt: string | null;
  readAt: string | null;
  failedAt: string | null;
}

interface BroadcastDueTable {
  broadcastId: string;
  at: string;
  error: Generated<string>;
}

interface CalendarEventTable {
  id: Generated<string>;
  sectionId: string | null;
  summary: string | null;
  description: string | null;
  location: string | null;
  timeZone: Generated<string>;
  attendees: unknown;
  provider: 'google' | 'own';
  state: Generated<'pending' | 'sent' | 'failed' | 'cancelled'>;
  error: string | null;
  meetingUrl: string | null;
  sequence: Generated<number>;
  content: unknown;
  conferenceTry: Generated<number>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
}

interface CalendarInvitationTable {
  id: Generated<string>;
  eventId: string;
  email: string;
  name: string;
  method: 'REQUEST' | 'CANCEL';
  sequence: number;
  isChange: Generated<boolean>;
  sentAt: string | null;
}

interface CampaignTable {
  id: Generated<string>;
  name: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  startDate: string;
  endDate: string;
  isActive: Generated<boolean>;
  search: GeneratedAlways<string>;
}

interface CampaignDiscountTable {
  campaignId: string;
  discountId: string;
}

interface CampaignVoucherTable {
  campaignId: string;
  voucherId: string;
}

interface CatalogueChangeTable {
  kind: GeneratedAlways<'course' | 'learning_path' | 'subscription_plan' | 'product' | 'discount'>;
  id: GeneratedAlways<string>;
  at: GeneratedAlways<string>;
  changedIn: GeneratedAlways<number>;
}

interface CertificateTable {
  id: Generated<string>;
  name: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  code: string;
  courseId: string;
  userId: string;
  courseName: string;
  score: number | null;
  grade: Grade | null;
  totalHours: Generated<number>;
  completedAt: Generated<string>;
  issuedAt: Generated<string>;
  revokedAt: string | null;
  fileUrl: string | null;
  status: Generated<CertificateStatus>;
  search: GeneratedAlways<string>;
}

interface CertificateReadyTable {
  courseId: string;
  ready: Generated<number>;
}

interface ChaseDocumentTable {
  id: string;
  orderedAt: string;
  userEmail: Generated<string>;
  servicePhone: Generated<string>;
  courseId: string | null;
}

interface ChaseReadingTable {
  readFrom: string;
  readAt: string;
}

interface ChaseRuleTable {
  id: Generated<string>;
  valuePoints: Generated<number>;
  valueMost: Generated<number>;
  agePoints: Generated<number>;
  ageMost: Generated<number>;
  discountPoints: Generated<number>;
  discountDays: Generated<number>;
  contactPoints: Generated<number>;
  contactHours: Generated<number>;
  windowDays: Generated<number>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
}

interface CompanyTable {
  id: Generated<string>;
  name: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  npwp: Generated<string>;
  address: Generated<string>;
  email: string;
  contactId: string | null;
  note: Generated<string>;
  search: GeneratedAlways<string>;
}

interface CompanyMailTable {
  id: Generated<string>;
  companyId: string;
  kind: 'codes' | 'reminder';
  orderId: string | null;
  email: string;
  askedAt: Generated<string>;
  askedBy: Generated<string | null>;
  sentAt: string | null;
  day: GeneratedAlways<string>;
}

interface CourseTable {
  id: Generated<string>;
  type: 0 | 1;
  name: string;
  slug: string;
  thumbnail: string | null;
  category: Category | null;
  productKind: Generated<0 | 2>;
  deliveryMode: Generated<'online' | 'offline'>;
  courseKind: Generated<'regular' | 'private'>;
  price: Generated<number>;
  isPublished: Generated<boolean>;
  shiftId: number | null;
  startDate: string | null;
  endDate: string | null;
  capacity: number | null;
  location: string | null;
  meetingUrl: string | null;
  description: Generated<string>;
  learningOutcomes: JSONColumnType<string[], string | undefined, string>;
  skills: JSONColumnType<string[], string | undefined, string>;
  prerequisites: Generated<string>;
  level: Generated<'beginner' | 'intermediate' | 'advanced'>;
  instructors: JSONColumnType<Instructor[], string | undefined, string>;
  introVideoUrl: string | null;
  whatsappGroupUrl: string | null;
  hasCertificate: Generated<boolean>;
  passingScore: Generated<number>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  totalMembers: GeneratedAlways<number>;
  copiedFrom: string | null;
  search: GeneratedAlways<string>;
  accessMonths: number | null;
}

interface CourseInstructorTable {
  userId: string;
  courseId: string;
}

interface CourseSectionTable {
  id: Generated<string>;
  courseId: string;
  name: string;
  description: Generated<string>;
  position: number;
  startAt: string | null;
  endAt: string | null;
  gmeetUrl: string | null;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
}

interface CourseUserTable {
  courseId: string;
  userId: string;
  assignedAt: Generated<string>;
  accessEndsOn: string | null;
}

interface CourseWaitingTable {
  id: Generated<string>;
  courseId: string;
  userId: string;
  orderId: string | null;
  note: Generated<string>;
  addedAt: Generated<string>;
  offeredAt: string | null;
  offerEndsAt: string | null;
  offerHours: number | null;
  offeredBy: 'mail' | 'link' | null;
  offerReason: Generated<string>;
  skipped: 'expired' | 'inactive' | null;
  leftAt: string | null;
  leftAs: 'joined' | 'removed' | 'refunded' | null;
}

interface DataExportTable {
  id: Generated<string>;
  userId: string;
  userName: string;
  filter: unknown;
  names: Generated<unknown>;
  total: number;
  rows: Generated<number>;
  parts: Generated<number>;
  readTo: string | null;
  readFrom: string | null;
  createdAt: Generated<string>;
  finishedAt: string | null;
  kind: Generated<'orders' | 'people' | 'papers' | 'coretax' | 'journal' | 'refunds'>;
}

interface DeskEventTable {
  id: Generated<string>;
  orderId: string;
  at: Generated<string>;
  userId: string | null;
  kind: 'claim' | 'release' | 'hand-over' | 'note' | 'follow-up' | 'contact' | 'status';
  toUserId: string | null;
  followUpAt: string | null;
  templateId: string | null;
  templateName: string | null;
  status: string | null;
  note: Generated<string>;
}

interface DeskOrderTable {
  id: string;
  status: OrderStatus | null;
  orderedAt: string | null;
  userEmail: Generated<string>;
  servicePhone: Generated<string>;
  claimedBy: string | null;
  claimedAt: string | null;
  followUpAt: string | null;
  contactedAt: string | null;
  contactedCount: Generated<number>;
  lastTemplate: string | null;
  note: Generated<string>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  isOpen: GeneratedAlways<boolean>;
  paidAt: string | null;
  paidValue: number | null;
}

interface DeskPresenceTable {
  userId: string;
  documentId: string;
  seenAt: Generated<string>;
}

interface DeskTemplateTable {
  id: Generated<string>;
  name: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  status: TemplateUse;
  body: string;
  followUpHours: number | null;
  search: GeneratedAlways<string>;
}

interface DiscountTable {
  id: Generated<string>;
  name: string;
  value: number;
  discountType: 0 | 1 | 2;
  productType: 'courses' | 'learning paths' | 'subscriptions' | 'products';
  startDate: string | null;
  endDate: string | null;
  isActive: Generated<boolean>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
}

interface DiscountCourseTable {
  discountId: string;
  courseId: string;
}

interface DiscountCourseLeavingTable {
  holderId: string;
  courseId: string;
  takerId: string;
  plannedStart: string | null;
}

interface DiscountPathTable {
  discountId: string;
  pathId: string;
}

interface DiscountPathLeavingTable {
  holderId: string;
  pathId: string;
  takerId: string;
  plannedStart: string | null;
}

interface DiscountPlanTable {
  discountId: string;
  planId: string;
}

interface DiscountPlanLeavingTable {
  holderId: string;
  planId: string;
  takerId: string;
  plannedStart: string | null;
}

interface DiscountProductTable {
  discountId: string;
  productId: string;
}

interface DiscountProductLeavingTable {
  holderId: string;
  productId: string;
  takerId: string;
  plannedStart: string | null;
}

interface EffectTable {
  key: string;
  at: Generated<string>;
}

interface EventTable {
  id: Generated<string>;
  type: string;
  recordId: string;
  data: unknown;
  at: Generated<string>;
}

interface EventVoucherTable {
  id: Generated<string>;
  subscriptionId: string;
  eventName: string;
  code: string;
  quota: Generated<number>;
  used: Generated<number>;
  redeemedAt: string | null;
  expiredAt: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
  nameKey: GeneratedAlways<string>;
}

interface FinalProjectTable {
  id: Generated<string>;
  courseId: string | null;
  description: Generated<string>;
  passingScore: Generated<number>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  pathId: string | null;
}

interface IdempotencyTable {
  userId: string;
  key: string;
  requestHash: Buffer;
  reply: unknown;
  at: Generated<string>;
}

interface ImportColumnTable {
  kind: string;
  heading: string;
  field: string;
}

interface ImportRowTable {
  batchId: string;
  recordId: string;
  data: unknown;
  former: unknown;
}

interface InvoiceDayTable {
  day: string;
  last: number;
}

interface LearningContactTable {
  id: Generated<string>;
  userId: string;
  courseId: string;
  day: Generated<string>;
  at: Generated<string>;
  byId: string | null;
  channel: 'mail' | 'whatsapp';
  templateName: string;
  message: string;
  helpedAt: string | null;
}

interface LearningPathTable {
  id: Generated<string>;
  name: string;
  slug: string;
  thumbnail: string | null;
  description: Generated<string>;
  price: Generated<number>;
  category: Category | null;
  isPublished: Generated<boolean>;
  isDripContent: Generated<boolean>;
  dripInterval: 1 | 7 | 30 | null;
  type: Generated<'lifetime'>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  totalUsers: GeneratedAlways<number>;
  search: GeneratedAlways<string>;
  accessMonths: number | null;
}

interface LearningPathCourseTable {
  pathId: string;
  courseId: string;
  position: number;
}

interface LearningPathUserTable {
  pathId: string;
  userId: string;
  assignedAt: Generated<string>;
  accessEndsOn: string | null;
}

interface LessonTable {
  id: Generated<string>;
  sectionId: string;
  name: string;
  type: 'VIDEO' | 'ARTICLE' | 'FILE' | 'LIVE_CLASS' | 'PROJECT';
  materialType: Generated<'NONE' | 'PRE_LIVE_CLASS' | 'LIVE_CLASS' | 'POST_LIVE_CLASS'>;
  description: Generated<string>;
  content: Generated<string>;
  duration: Generated<number>;
  isPreview: Generated<boolean>;
  startAt: string | null;
  endAt: string | null;
  lockRule: Generated<'NONE' | 'START_AT' | 'PREV_SESSION' | 'PREV_QUIZ'>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  videoSource: string | null;
  attachments: JSONColumnType<Attachment[], string | undefined, string>;
  meetingUrl: string | null;
  location: string | null;
  search: GeneratedAlways<string>;
}

interface LessonCompletionTable {
  lessonId: string;
  userId: string;
  completedAt: Generated<string>;
}

interface LessonDocumentationTable {
  id: Generated<string>;
  lessonId: string;
  imageUrl: string;
}

interface LessonPositionTable {
  lessonId: string;
  userId: string;
  seconds: number;
  reachedAt: string;
}

interface ListReadTable {
  userId: string;
  pageKey: string;
  rows: number;
  at: Generated<string>;
}

interface MarketingConsentTable {
  userId: string;
  channel: 'mail' | 'whatsapp';
  state: 'agreed' | 'refused';
  at: Generated<string>;
  source: 'staff' | 'link' | 'reply';
  note: Generated<string>;
}

interface OrderTable {
  id: Generated<string>;
  invoiceNumber: string;
  userId: string;
  userName: string;
  userEmail: string;
  userPhone: string;
  subtotal: number;
  discountAmount: Generated<number>;
  voucherCode: string | null;
  voucherAmount: Generated<number>;
  uniqueCode: number | null;
  totalAmount: number;
  status: 'unpaid' | 'pending' | 'paid' | 'expired' | 'cancelled' | 'failed' | 'refunded';
  paymentProvider: string;
  paymentMethod: string;
  paidAt: string | null;
  expiredAt: string | null;
  createdAt: Generated<string>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  isOurs: Generated<boolean>;
  refundedAt: string | null;
  soldOn: GeneratedAlways<string>;
  returnedOn: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
  externalId: string | null;
  companyId: string | null;
  purchaseOrder: Generated<string>;
  purchaseOrderFile: string | null;
  seatOf: string | null;
}

interface OrderBuyerTable {
  orderId: string;
  name: string;
  address: Generated<string>;
  npwp: Generated<string>;
  nik: Generated<string>;
  email: string;
  id: Generated<string>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
}

interface OrderDayTable {
  day: string;
  status: string;
  slot: number;
  n: number;
  amount: number;
}

interface OrderItemTable {
  orderId: string;
  line: number;
  productType: 'courses' | 'learning paths' | 'subscriptions' | 'products';
  productId: string;
  productName: string;
  price: number;
  discountAmount: Generated<number>;
  isOpened: Generated<boolean>;
  discountId: string | null;
  discountName: string | null;
  quantity: Generated<number>;
}

interface OutboxTable {
  id: Generated<string>;
  job: string;
  ids: JSONColumnType<Record<string, string>, string, string>;
  at: Generated<string>;
}

interface PaperTable {
  id: Generated<string>;
  orderId: string;
  kind: 'invoice' | 'receipt' | 'credit-note';
  number: string;
  issuedAt: Generated<string>;
  issuedBy: Generated<string | null>;
  content: unknown;
  total: GeneratedAlways<number>;
  vat: GeneratedAlways<number>;
  search: GeneratedAlways<string>;
}

interface PaperMailTable {
  id: Generated<string>;
  paperId: string;
  email: string;
  askedAt: Generated<string>;
  askedBy: Generated<string | null>;
  sentAt: string | null;
}

interface PaperSeriesTable {
  kind: string;
  month: string;
  last: number;
}

interface PasskeyTable {
  id: Generated<string>;
  userId: string;
  name: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: Generated<readonly (string)[]>;
  addedAt: Generated<string>;
  lastUsedAt: string | null;
}

interface PaymentTable {
  id: Generated<string>;
  orderId: string;
  kind: 'charge' | 'refund' | 'fee' | 'adjustment';
  provider: string;
  method: string;
  reference: Generated<string>;
  amount: number;
  at: Generated<string>;
  note: Generated<string>;
  evidence: string | null;
  byId: Generated<string | null>;
  noticeId: string | null;
  reverses: string | null;
}

interface PaymentCheckTable {
  checkedAt: string | null;
  requestedAt: string | null;
}

interface PaymentDifferenceTable {
  id: Generated<string>;
  kind: 'paid-unpaid' | 'amount-differs' | 'refunded-there' | 'money-without-order' | 'paid-no-access';
  subject: string;
  orderId: string | null;
  noticeId: string | null;
  linkId: string | null;
  gapId: string | null;
  amount: number;
  since: string;
  action: DifferenceAction;
  foundAt: Generated<string>;
  goneAt: string | null;
  mend: unknown;
  mendedBy: string | null;
  explanation: string | null;
  explainedBy: string | null;
  explainedAt: string | null;
  state: GeneratedAlways<'open' | 'explained' | 'gone'>;
  words: Generated<string>;
  search: Generated<string>;
  lineId: string | null;
}

interface PaymentLinkTable {
  id: Generated<string>;
  orderId: string;
  attempt: number;
  reference: string;
  gateway: 'midtrans' | 'xendit';
  amount: number;
  state: Generated<'open' | 'paid' | 'expired' | 'ended' | 'refunded'>;
  url: string | null;
  expiresAt: string;
  createdAt: Generated<string>;
  createdBy: string | null;
  calledUntil: string | null;
  reads: Generated<number>;
  nextCheckAt: Generated<string | null>;
  askedAt: string | null;
  answeredAt: string | null;
  refunded: Generated<number>;
}

interface PaymentNoticeTable {
  id: Generated<string>;
  orderId: string;
  provider: string;
  method: string;
  reference: string;
  status: 'pending' | 'failed' | 'expired' | 'cancelled' | 'paid';
  amount: number;
  paidAt: string | null;
  at: Generated<string>;
  isApplied: boolean;
  refusal: string | null;
  raw: unknown;
}

interface PayoutTable {
  id: Generated<string>;
  provider: 'midtrans' | 'xendit';
  reference: string;
  paidOutOn: string;
  gross: Generated<number>;
  fees: Generated<number>;
  net: Generated<number>;
  lines: Generated<number>;
  orders: Generated<number>;
  differing: Generated<number>;
  bankLineId: string | null;
  arrivedOn: string | null;
  createdAt: Generated<string>;
  createdBy: Generated<string | null>;
  search: GeneratedAlways<string>;
}

interface PayoutLineTable {
  id: Generated<string>;
  payoutId: string;
  provider: string;
  key: string;
  kind: 'payment' | 'refund' | 'chargeback' | 'other';
  reference: string;
  at: string;
  gross: number;
  fee: number;
  net: GeneratedAlways<number>;
  orderId: string | null;
  paymentId: string | null;
  feeId: string | null;
  state: Generated<'agrees' | 'amount' | 'missing' | 'foreign'>;
}

interface PlaceTransferTable {
  id: Generated<string>;
  moveId: string;
  userId: string;
  boughtCourseId: string;
  fromCourseId: string | null;
  toCourseId: string | null;
  isDeferred: boolean;
  orderId: string | null;
  value: number | null;
  difference: number | null;
  waiveReason: string | null;
  assignedAt: string | null;
  previousId: string | null;
  kept: Generated<unknown>;
  isCurrent: Generated<boolean>;
  movedAt: Generated<string>;
  movedBy: Generated<string | null>;
  undoneAt: string | null;
}

interface PrivacyRequestTable {
  id: Generated<string>;
  userId: string;
  kind: 'dossier' | 'erasure';
  askedAt: string;
  notedBy: string | null;
  notedAt: Generated<string>;
  state: Generated<'open' | 'running' | 'done' | 'withdrawn'>;
  finishedAt: string | null;
  error: string | null;
  fileUrl: string | null;
  report: unknown;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
}

interface ProductTable {
  id: Generated<string>;
  name: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  price: Generated<number>;
  isPublished: Generated<boolean>;
  search: GeneratedAlways<string>;
}

interface ProjectSubmissionTable {
  id: Generated<string>;
  userId: string;
  courseId: string | null;
  pathId: string | null;
  attempt: Generated<number>;
  submissionUrl: string | null;
  fileUrl: string | null;
  note: Generated<string>;
  submittedAt: Generated<string>;
  status: Generated<SubmissionStatus | null>;
  reviewScore: number | null;
  reviewNote: Generated<string>;
  reviewedBy: string | null;
  reviewedAt: string | null;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
  externalId: string | null;
}

interface ProposalTable {
  id: Generated<string>;
  agentId: string;
  agentName: string;
  userId: string | null;
  tool: string;
  input: JSONColumnType<ProposedInput, string, string>;
  title: string;
  reason: string;
  effects: JSONColumnType<Effects, string, string>;
  effectsDigest: string;
  state: Generated<'open' | 'signed' | 'refused'>;
  createdAt: Generated<string>;
  expiresAt: Generated<string>;
  decidedAt: string | null;
  decidedBy: string | null;
  decidedName: string | null;
  batchId: string | null;
}

interface QuestionTable {
  id: Generated<string>;
  quizId: string;
  type: 'SINGLE_CHOICE' | 'MULTIPLE_CHOICE' | 'TRUE_FALSE' | 'SHORT_ANSWER' | 'RATING' | 'TEXT';
  question: string;
  imageUrl: string | null;
  options: JSONColumnType<Option[], string | undefined, string>;
  answerKey: string | null;
  explanation: Generated<string>;
  score: Generated<number>;
  position: number;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  questionHtml: string | null;
  explanationHtml: string | null;
}

interface QuizTable {
  id: Generated<string>;
  name: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  sectionId: string | null;
  type: 'QUIZ' | 'SURVEY';
  materialType: Generated<'NONE' | 'PRE_LIVE_CLASS' | 'LIVE_CLASS' | 'POST_LIVE_CLASS'>;
  passingScore: Generated<number>;
  header: Generated<string>;
  content: Generated<string>;
  timeLimit: number | null;
  maxAttempts: number | null;
  shuffleQuestions: Generated<boolean>;
  resultDetail: JSONColumnType<Band[], string | undefined, string>;
  pathId: string | null;
  search: GeneratedAlways<string>;
}

interface QuizAttemptTable {
  quizId: string;
  userId: string;
  attempt: number;
  score: number;
  answers: JSONColumnType<Record<string, string | string[]>, string | undefined, string>;
  submittedAt: Generated<string>;
  externalId: string | null;
}

interface RecoveryCodeTable {
  userId: string;
  codeHash: Buffer;
}

interface RefreshTokenTable {
  tokenHash: Buffer;
  sessionId: string;
  userId: string;
  expiresAt: string;
  usedAt: string | null;
}

interface RefundTable {
  id: Generated<string>;
  orderId: string;
  amount: number;
  reason: string;
  removesAccess: boolean;
  state: 'to-approve' | 'rejected' | 'at-gateway' | 'to-transfer' | 'failed' | 'done' | 'cancelled';
  gateway: 'midtrans' | 'xendit' | null;
  paymentReference: Generated<string>;
  method: Generated<string>;
  attempt: Generated<number>;
  reference: Generated<string>;
  bank: Generated<string>;
  accountNumber: Generated<string>;
  accountName: Generated<string>;
  askedBy: Generated<string | null>;
  askedAt: Generated<string>;
  decidedBy: string | null;
  decidedAt: string | null;
  failure: Generated<string>;
  doneAt: string | null;
  returnedOn: string | null;
  paymentId: string | null;
  nextCheckAt: string | null;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
}

interface RefundItemTable {
  refundId: string;
  line: number;
  amount: number;
}

interface RevocationTable {
  subject: string;
  role: string | null;
  at: Generated<string>;
}

interface RiskCheckTable {
  userId: string;
  courseId: string;
  id: Generated<string>;
  dueAt: Generated<string>;
}

interface RowCountTable {
  tableName: GeneratedAlways<string>;
  slot: GeneratedAlways<number>;
  n: GeneratedAlways<number>;
}

interface SalesChangeTable {
  day: string;
  id: Generated<string>;
}

interface SalesDayTable {
  day: string;
  kind: 'total' | 'product' | 'promotion' | 'method';
  type: string;
  key: string;
  label: string;
  orders: number;
  gross: number;
  discounts: number;
  paid: number;
  refunds: number;
  refunded: number;
}

interface SavedViewTable {
  id: Generated<string>;
  name: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  userId: string;
  list: string;
  query: string;
  isShared: boolean;
  search: GeneratedAlways<string>;
}

interface SavedViewPinTable {
  userId: string;
  savedViewId: string;
}

interface SectionItemTable {
  sectionId: string;
  position: number;
  kind: 'lesson' | 'quiz' | 'survey';
  itemId: string;
}

interface SessionTable {
  id: Generated<string>;
  userId: string;
  device: Generated<string>;
  address: Generated<string>;
  startedAt: Generated<string>;
  lastUsedAt: Generated<string>;
  confirmedAt: Generated<string>;
  secondFactor: 'app' | 'passkey' | 'recovery-code' | null;
  agentClientId: string | null;
  mayPropose: Generated<boolean>;
}

interface ShiftTable {
  id: number;
  code: string;
  description: string;
}

interface SignInFailureTable {
  id: Generated<string>;
  email: string;
  address: string;
  at: Generated<string>;
  device: string | null;
  network56: string | null;
  network48: string | null;
}

interface SubscriptionTable {
  id: Generated<string>;
  userId: string;
  planId: string;
  orderId: string | null;
  startDate: string;
  endDate: string;
  cancelledAt: string | null;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  nameKey: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
  eventVoucherQuota: number;
}

interface SubscriptionPlanTable {
  id: Generated<string>;
  name: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  description: Generated<string>;
  price: Generated<number>;
  durationMonths: 1 | 3 | 6 | 12;
  eventVoucherQuota: Generated<number>;
  isPublished: Generated<boolean>;
  search: GeneratedAlways<string>;
}

interface TagTable {
  id: Generated<string>;
  name: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  colour: Generated<'yellow' | 'green' | 'blue' | 'grey' | 'red' | 'purple'>;
  totalUsers: GeneratedAlways<number>;
  search: GeneratedAlways<string>;
}

interface TagUserTable {
  tagId: string;
  userId: string;
}

interface TodayAsideTable {
  userId: string;
  key: string;
  mark: string;
  until: string;
}

interface TrailChangeTable {
  id: Generated<string>;
  kind: 'erasure' | 'retention';
  entry: string | null;
  requestId: string | null;
  was: Buffer | null;
  becomes: Buffer | null;
  upTo: number | null;
  days: number | null;
  at: Generated<string>;
  seal: number | null;
}

interface TrailSealTable {
  number: number;
  day: string;
  fromId: string;
  toId: string;
  entries: number;
  late: number;
  leaves: Buffer | null;
  leavesHash: Buffer;
  changesHash: Buffer;
  previous: Buffer;
  head: Buffer;
  publicKey: Buffer;
  signature: Buffer;
  madeAt: string;
  publishedAt: string | null;
}

interface UploadTable {
  id: Generated<string>;
  key: string;
  url: string;
  name: string;
  type: string;
  size: number | null;
  userId: string | null;
  createdAt: Generated<string>;
  claimedAt: string | null;
  finishedAt: string | null;
  checkedAt: string | null;
  unusedSince: string | null;
  withdrawnAt: string | null;
}

interface UserTable {
  id: Generated<string>;
  email: string;
  name: string;
  passwordHash: string;
  role: 'superadmin' | 'admin' | 'instructor' | 'customer-service' | 'member';
  uoc: Generated<string>;
  phoneNumber: Generated<string>;
  image: string | null;
  location: Generated<string>;
  job: Generated<string>;
  joinedAt: Generated<string>;
  lastLoginAt: string | null;
  totalCourses: GeneratedAlways<number>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  nameKey: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
  externalId: string | null;
  phoneE164: string | null;
  status: Generated<0 | 1>;
  mergedInto: string | null;
  erasedAt: string | null;
  emailKey: GeneratedAlways<string>;
}

interface UserDuplicateTable {
  id: Generated<string>;
  firstId: string;
  secondId: string;
  reason: 'phone' | 'name';
  foundAt: Generated<string>;
  dismissedAt: string | null;
  dismissedBy: string | null;
}

interface UserMergeTable {
  id: Generated<string>;
  keptId: string;
  mergedId: string;
  formerStatus: number;
  byId: string | null;
  at: Generated<string>;
  undoneAt: string | null;
}

interface UserMergeRowTable {
  mergeId: string;
  n: number;
  tableName: string;
  columnName: string;
  deed: 'forth' | 'back' | 'removed';
  key: unknown;
  mark: string | null;
}

interface VideoTable {
  id: Generated<string>;
  uploadId: string;
  status: Generated<'PENDING' | 'RUNNING' | 'FINISHED' | 'FAILED'>;
  reason: string | null;
  percent: Generated<number>;
  runId: string | null;
  durationMs: number | null;
  probe: unknown;
  renditions: Generated<unknown>;
  playlistUrl: string | null;
  posterUrl: string | null;
  storyboardUrl: string | null;
  storyboardPictureUrl: string | null;
  createdAt: Generated<string>;
}

interface VideoCaptionTable {
  id: Generated<string>;
  videoId: string;
  language: string;
  label: string;
  url: string;
  createdAt: Generated<string>;
}

interface VoucherTable {
  id: Generated<string>;
  name: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  code: string;
  description: Generated<string>;
  discountType: 0 | 1 | 2;
  value: number;
  maxDiscount: number | null;
  minPurchase: number | null;
  startDate: string;
  endDate: string | null;
  isRepeating: Generated<boolean>;
  quota: number | null;
  usedCount: Generated<number>;
  quotaPerUser: Generated<number>;
  isStackable: Generated<boolean>;
  allProduct: Generated<boolean>;
  isPublished: Generated<boolean>;
  isActive: Generated<boolean>;
  totalCodes: Generated<number>;
  search: GeneratedAlways<string>;
  orderId: string | null;
  orderLine: number | null;
}

interface VoucherCodeTable {
  code: string;
  voucherId: string;
  createdAt: Generated<string>;
  closedAt: string | null;
}

interface VoucherCourseTable {
  voucherId: string;
  courseId: string;
}

interface VoucherPathTable {
  voucherId: string;
  pathId: string;
}

interface VoucherPlanTable {
  voucherId: string;
  planId: string;
}

interface VoucherProductTable {
  voucherId: string;
  productId: string;
}

interface VoucherRedemptionTable {
  orderId: string;
  voucherId: string;
  userId: string;
  amount: number;
  redeemedAt: Generated<string>;
  releasedAt: string | null;
  code: string | null;
}

interface WebhookTable {
  id: Generated<string>;
  url: string;
  events: readonly (string)[];
  setBy: string | null;
  disabledAt: string | null;
  disabledBecause: string | null;
  secretChangedAt: Generated<string>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
}

interface WebhookDeliveryTable {
  id: Generated<string>;
  webhookId: string;
  eventId: string;
  type: string;
  recordId: string;
  state: Generated<'pending' | 'delivered' | 'failed'>;
  nextAt: Generated<string>;
  attempts: Generated<number>;
  log: JSONColumnType<DeliveryAttempt[], string | undefined, string>;
}

interface WebhookSecretTable {
  id: Generated<string>;
  webhookId: string;
  secret: string;
  expiresAt: string | null;
}

interface WebhookStatusTable {
  webhookId: string;
  failingSince: string | null;
  restsUntil: string | null;
  lastAttemptAt: Generated<string>;
  lastDeliveredAt: string | null;
  lastError: string | null;
}

interface WeekCountTable {
  tableName: GeneratedAlways<string>;
  week: GeneratedAlways<string>;
  slot: GeneratedAlways<number>;
  n: GeneratedAlways<number>;
}

interface WhatsappTemplateTable {
  id: Generated<string>;
  name: string;
  language: string;
  category: string;
  status: string;
  body: string;
  unsupported: Generated<string>;
  syncedAt: Generated<string>;
}

interface WhatsappWindowTable {
  userId: string;
  writtenAt: string;
}

export interface Tables {
  accessCheck: AccessCheckTable;
  accessGap: AccessGapTable;
  accessMend: AccessMendTable;
  accountMail: AccountMailTable;
  agentClient: AgentClientTable;
  agentCode: AgentCodeTable;
  agentToken: AgentTokenTable;
  apiKey: ApiKeyTable;
  apiKeyUse: ApiKeyUseTable;
  atRisk: AtRiskTable;
  atRiskDay: AtRiskDayTable;
  attendance: AttendanceTable;
  attendanceEvidence: AttendanceEvidenceTable;
  audit: AuditTable;
  auditRecord: AuditRecordTable;
  authChallenge: AuthChallengeTable;
  authenticatorApp: AuthenticatorAppTable;
  bankLine: BankLineTable;
  bankStatement: BankStatementTable;
  batch: BatchTable;
  batchRow: BatchRowTable;
  brandSetting: BrandSettingTable;
  broadcast: BroadcastTable;
  broadcastDelivery: BroadcastDeliveryTable;
  broadcastDue: BroadcastDueTable;
  calendarEvent: CalendarEventTable;
  calendarInvitation: CalendarInvitationTable;
  campaign: CampaignTable;
  campaignDiscount: CampaignDiscountTable;
  campaignVoucher: CampaignVoucherTable;
  catalogueChange: CatalogueChangeTable;
  certificate: CertificateTable;
  certificateReady: CertificateReadyTable;
  chaseDocument: ChaseDocumentTable;
  chaseReading: ChaseReadingTable;
  chaseRule: ChaseRuleTable;
  company: CompanyTable;
  companyMail: CompanyMailTable;
  course: CourseTable;
  courseInstructor: CourseInstructorTable;
  courseSection: CourseSectionTable;
  courseUser: CourseUserTable;
  courseWaiting: CourseWaitingTable;
  dataExport: DataExportTable;
  deskEvent: DeskEventTable;
  deskOrder: DeskOrderTable;
  deskPresence: DeskPresenceTable;
  deskTemplate: DeskTemplateTable;
  discount: DiscountTable;
  discountCourse: DiscountCourseTable;
  discountCourseLeaving: DiscountCourseLeavingTable;
  discountPath: DiscountPathTable;
  discountPathLeaving: DiscountPathLeavingTable;
  discountPlan: DiscountPlanTable;
  discountPlanLeaving: DiscountPlanLeavingTable;
  discountProduct: DiscountProductTable;
  discountProductLeaving: DiscountProductLeavingTable;
  effect: EffectTable;
  event: EventTable;
  eventVoucher: EventVoucherTable;
  finalProject: FinalProjectTable;
  idempotency: IdempotencyTable;
  importColumn: ImportColumnTable;
  importRow: ImportRowTable;
  invoiceDay: InvoiceDayTable;
  learningContact: LearningContactTable;
  learningPath: LearningPathTable;
  learningPathCourse: LearningPathCourseTable;
  learningPathUser: LearningPathUserTable;
  lesson: LessonTable;
  lessonCompletion: LessonCompletionTable;
  lessonDocumentation: LessonDocumentationTable;
  lessonPosition: LessonPositionTable;
  listRead: ListReadTable;
  marketingConsent: MarketingConsentTable;
  order: OrderTable;
  orderBuyer: OrderBuyerTable;
  orderDay: OrderDayTable;
  orderItem: OrderItemTable;
  outbox: OutboxTable;
  paper: PaperTable;
  paperMail: PaperMailTable;
  paperSeries: PaperSeriesTable;
  passkey: PasskeyTable;
  payment: PaymentTable;
  paymentCheck: PaymentCheckTable;
  paymentDifference: PaymentDifferenceTable;
  paymentLink: PaymentLinkTable;
  paymentNotice: PaymentNoticeTable;
  payout: PayoutTable;
  payoutLine: PayoutLineTable;
  placeTransfer: PlaceTransferTable;
  privacyRequest: PrivacyRequestTable;
  product: ProductTable;
  projectSubmission: ProjectSubmissionTable;
  proposal: ProposalTable;
  question: QuestionTable;
  quiz: QuizTable;
  quizAttempt: QuizAttemptTable;
  recoveryCode: RecoveryCodeTable;
  refreshToken: RefreshTokenTable;
  refund: RefundTable;
  refundItem: RefundItemTable;
  revocation: RevocationTable;
  riskCheck: RiskCheckTable;
  rowCount: RowCountTable;
  salesChange: SalesChangeTable;
  salesDay: SalesDayTable;
  savedView: SavedViewTable;
  savedViewPin: SavedViewPinTable;
  sectionItem: SectionItemTable;
  session: SessionTable;
  shift: ShiftTable;
  signInFailure: SignInFailureTable;
  subscription: SubscriptionTable;
  subscriptionPlan: SubscriptionPlanTable;
  tag: TagTable;
  tagUser: TagUserTable;
  todayAside: TodayAsideTable;
  trailChange: TrailChangeTable;
  trailSeal: TrailSealTable;
  upload: UploadTable;
  user: UserTable;
  userDuplicate: UserDuplicateTable;
  userMerge: UserMergeTable;
  userMergeRow: UserMergeRowTable;
  video: VideoTable;
  videoCaption: VideoCaptionTable;
  voucher: VoucherTable;
  voucherCode: VoucherCodeTable;
  voucherCourse: VoucherCourseTable;
  voucherPath: VoucherPathTable;
  voucherPlan: VoucherPlanTable;
  voucherProduct: VoucherProductTable;
  voucherRedemption: VoucherRedemptionTable;
  webhook: WebhookTable;
  webhookDelivery: WebhookDeliveryTable;
  webhookSecret: WebhookSecretTable;
  webhookStatus: WebhookStatusTable;
  weekCount: WeekCountTable;
  whatsappTemplate: WhatsappTemplateTable;
  whatsappWindow: WhatsappWindowTable;
}
