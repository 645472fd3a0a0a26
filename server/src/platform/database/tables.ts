/**
 * The tables as TypeScript sees them (camelCase; a test holds the names against the database's catalogue).
 * `tenant` is not here: the connection carries it, the column defaults to it and the policies compare it.
 */
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Instructor, courseKinds, deliveryModes, levels } from '#contract/course.ts';
import type { DiscountType } from '#contract/price.ts';
import type { productTypes } from '#contract/discount.ts';
import type { Category } from '#contract/fields.ts';
import type { Role } from '#contract/kernel.ts';
import type { OrderStatus } from '#contract/order-status.ts';

type OneOf<List extends readonly unknown[]> = List[number];

/** Columns of every record that people edit: raised and set by a trigger, never by hand. */
interface Versioned {
  id: Generated<string>;
  version: GeneratedAlways<number>;
  updatedAt: GeneratedAlways<string>;
}

interface UserTable extends Versioned {
  email: string;
  name: string;
  passwordHash: string;
  role: Role;
  uoc: Generated<string>;
  phoneNumber: Generated<string>;
  image: string | null;
  location: Generated<string>;
  job: Generated<string>;
  joinedAt: Generated<string>;
  lastLoginAt: string | null;
  totalCourses: GeneratedAlways<number>;
  nameKey: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
}

interface RefreshTokenTable {
  tokenHash: Buffer;
  familyId: string;
  userId: string;
  expiresAt: string;
  usedAt: string | null;
}

interface SignInFailureTable {
  id: Generated<string>;
  email: string;
  address: string;
  at: Generated<string>;
}

interface IdempotencyTable {
  userId: string;
  key: string;
  requestHash: Buffer;
  reply: unknown;
  at: Generated<string>;
}

interface AuditTable {
  id: GeneratedAlways<string>;
  at: GeneratedAlways<string>;
  actorId: GeneratedAlways<string | null>;
  actorName: GeneratedAlways<string>;
  requestId: GeneratedAlways<string | null>;
  entity: GeneratedAlways<string>;
  entityId: GeneratedAlways<string>;
  action: GeneratedAlways<string>;
  before: GeneratedAlways<Record<string, unknown> | null>;
  after: GeneratedAlways<Record<string, unknown> | null>;
  partOf: GeneratedAlways<string | null>;
}

interface RowCountTable {
  tableName: GeneratedAlways<string>;
  slot: GeneratedAlways<number>;
  n: GeneratedAlways<number>;
}

interface ShiftTable {
  id: number;
  code: string;
  description: string;
}

interface CourseTable extends Versioned {
  type: 0 | 1;
  name: string;
  slug: string;
  thumbnail: string | null;
  category: Category | null;
  productKind: Generated<0 | 2>;
  deliveryMode: Generated<OneOf<typeof deliveryModes>>;
  courseKind: Generated<OneOf<typeof courseKinds>>;
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
  level: Generated<OneOf<typeof levels>>;
  instructors: JSONColumnType<Instructor[], string | undefined, string>;
  introVideoUrl: string | null;
  whatsappGroupUrl: string | null;
  hasCertificate: Generated<boolean>;
  passingScore: Generated<number>;
  search: GeneratedAlways<string>;
}

interface CourseSectionTable extends Versioned {
  courseId: string;
  name: string;
  description: Generated<string>;
  position: number;
  startAt: string | null;
  endAt: string | null;
  gmeetUrl: string | null;
}

interface LessonTable extends Versioned {
  sectionId: string;
  name: string;
  type: string;
  materialType: Generated<string>;
  position: number;
  description: Generated<string>;
  content: Generated<string>;
  duration: Generated<number>;
  isPreview: Generated<boolean>;
  startAt: string | null;
  endAt: string | null;
  lockRule: Generated<string>;
}

interface CourseUserTable {
  courseId: string;
  userId: string;
  assignedAt: Generated<string>;
}

interface LearningPathTable extends Versioned {
  name: string;
  slug: string;
  thumbnail: string | null;
  description: Generated<string>;
  price: Generated<number>;
  category: Category | null;
  isPublished: Generated<boolean>;
  isDripContent: Generated<boolean>;
  dripInterval: number | null;
  type: Generated<string>;
  search: GeneratedAlways<string>;
}

interface LearningPathCourseTable {
  pathId: string;
  courseId: string;
  position: number;
}

interface DiscountTable extends Versioned {
  name: string;
  discount: number;
  discountType: DiscountType;
  productType: OneOf<typeof productTypes>;
  startDate: string | null;
  endDate: string | null;
  isActive: Generated<boolean>;
  search: GeneratedAlways<string>;
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
  status: OrderStatus;
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
  productType: OneOf<typeof productTypes>;
  productId: string;
  productName: string;
  price: number;
  discountAmount: Generated<number>;
}

interface UploadTable {
  id: Generated<string>;
  key: string;
  url: string;
  name: string;
  type: string;
  size: number | null;
  userId: string | null;
  createdAt: GeneratedAlways<string>;
  claimedAt: string | null;
  finishedAt: string | null;
  checkedAt: string | null;
  unusedSince: string | null;
}

export interface Tables {
  user: UserTable;
  refreshToken: RefreshTokenTable;
  signInFailure: SignInFailureTable;
  idempotency: IdempotencyTable;
  audit: AuditTable;
  rowCount: RowCountTable;
  shift: ShiftTable;
  course: CourseTable;
  courseSection: CourseSectionTable;
  lesson: LessonTable;
  courseUser: CourseUserTable;
  learningPath: LearningPathTable;
  learningPathCourse: LearningPathCourseTable;
  discount: DiscountTable;
  discountCourse: { discountId: string; courseId: string };
  discountPath: { discountId: string; pathId: string };
  order: OrderTable;
  orderItem: OrderItemTable;
  upload: UploadTable;
}
