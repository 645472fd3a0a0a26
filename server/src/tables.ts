/** The tables as TypeScript sees them. Written by `npm run tables` from the migrated database: not by hand. */
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Instructor } from '#contract/course-draft.ts';
import type { Category } from '#contract/fields.ts';

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
}

interface AuditRecordTable {
  tableName: GeneratedAlways<string>;
  recordId: GeneratedAlways<string>;
  line: GeneratedAlways<string>;
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
  search: GeneratedAlways<string>;
  totalMembers: GeneratedAlways<number>;
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

interface DiscountPathTable {
  discountId: string;
  pathId: string;
}

interface EffectTable {
  key: string;
  at: Generated<string>;
}

interface IdempotencyTable {
  userId: string;
  key: string;
  requestHash: Buffer;
  reply: unknown;
  at: Generated<string>;
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
  type: Generated<string>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
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
  search: GeneratedAlways<string>;
}

interface OrderItemTable {
  orderId: string;
  line: number;
  productType: 'courses' | 'learning paths' | 'subscriptions' | 'products';
  productId: string;
  productName: string;
  price: number;
  discountAmount: Generated<number>;
}

interface OutboxTable {
  id: Generated<string>;
  job: string;
  ids: JSONColumnType<Record<string, string>, string, string>;
  at: Generated<string>;
}

interface RefreshTokenTable {
  tokenHash: Buffer;
  sessionId: string;
  userId: string;
  expiresAt: string;
  usedAt: string | null;
}

interface RevocationTable {
  subject: string;
  role: string | null;
  at: Generated<string>;
}

interface RowCountTable {
  tableName: GeneratedAlways<string>;
  slot: GeneratedAlways<number>;
  n: GeneratedAlways<number>;
}

interface SavedViewTable {
  id: Generated<string>;
  name: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
  userId: string;
  list: string;
  query: string;
  isShared: boolean;
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
}

interface SubscriptionPlanTable {
  id: Generated<string>;
  name: string;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
  description: Generated<string>;
  price: Generated<number>;
  durationMonths: 1 | 3 | 6 | 12;
  eventVoucherQuota: Generated<number>;
  isPublished: Generated<boolean>;
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
}

interface WeekCountTable {
  tableName: GeneratedAlways<string>;
  week: GeneratedAlways<string>;
  slot: GeneratedAlways<number>;
  n: GeneratedAlways<number>;
}

export interface Tables {
  audit: AuditTable;
  auditRecord: AuditRecordTable;
  course: CourseTable;
  courseSection: CourseSectionTable;
  courseUser: CourseUserTable;
  discount: DiscountTable;
  discountCourse: DiscountCourseTable;
  discountPath: DiscountPathTable;
  effect: EffectTable;
  idempotency: IdempotencyTable;
  learningPath: LearningPathTable;
  learningPathCourse: LearningPathCourseTable;
  learningPathUser: LearningPathUserTable;
  lesson: LessonTable;
  order: OrderTable;
  orderItem: OrderItemTable;
  outbox: OutboxTable;
  refreshToken: RefreshTokenTable;
  revocation: RevocationTable;
  rowCount: RowCountTable;
  savedView: SavedViewTable;
  sectionItem: SectionItemTable;
  session: SessionTable;
  shift: ShiftTable;
  signInFailure: SignInFailureTable;
  subscription: SubscriptionTable;
  subscriptionPlan: SubscriptionPlanTable;
  upload: UploadTable;
  user: UserTable;
  weekCount: WeekCountTable;
}
