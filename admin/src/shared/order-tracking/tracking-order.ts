/** Record of the tracking list (spec §3, Order tracking record) and its conversion from a document. */
import type { Chased } from '#contract/order-tracking/chase.ts';
import { formatDateTime } from './formats.ts';

export interface CustomerService {
  name: string;
  phone: string;
}

/** The document's fields are text, '' if it has none; `status` is a known order status or the stored text. */
export interface TrackingOrder {
  id: string;
  userEmail: string;
  userPhone: string;
  userName: string;
  courseId: string;
  courseName: string;
  customerService: CustomerService;
  status: string;
  /** id-ID, Asia/Jakarta, 24-hour; text that is not a date is unchanged. */
  dateTime: string;
  /** The same as an ISO instant; '' if it is not a date. */
  placedAt: string;
  /** Place in the chase order and its reasons, in that queue. */
  chase?: Chased | undefined;
  /** Changed on this page and no longer in the reply: the row keeps its place. */
  stays?: true;
}

/** Person of the order: name, else e-mail, else id. */
export const customerLabel = ({ userName, userEmail, id }: TrackingOrder): string =>
  userName.trim() || userEmail.trim() || id;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Converts a document. Other systems write the fields: a field of another type is shown as is; a status that is not a
 * text is empty.
 */
export function toTrackingOrder(id: string, fields: Fields): TrackingOrder {
  return {
    id,
    userEmail: text(fields.user_email),
    userPhone: text(fields.user_phone),
    userName: text(fields.user_name),
    courseId: text(fields.course_id),
    courseName: text(fields.course_name),
    customerService: toCustomerService(fields.customer_service_number),
    status: (typeof fields.status === 'string' && fields.status) || 'unpaid',
    placedAt: isMoment(fields.timestamp) ? fields.timestamp.toDate().toISOString() : '',
    dateTime: isMoment(fields.timestamp) ? formatDateTime(fields.timestamp.toDate()) : text(fields.timestamp),
  };
}

export function toCustomerService(value: unknown): CustomerService {
  const { name, phone } = (typeof value === 'object' && value !== null ? value : {}) as Fields;
  return { name: text(name), phone: text(phone) };
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

const isMoment = (value: unknown): value is { toDate(): Date } =>
  typeof value === 'object' && value !== null && 'toDate' in value && typeof value.toDate === 'function';
