/** Messages to the person of an order, and its age. Pure. */
import { dayMs, hourMs, minuteMs } from '#contract/kernel/days.ts';
import type { DeskTemplate } from '#contract/order-tracking/templates.ts';
import { filledTemplate, type TemplateValues } from '#contract/order-tracking/template-text.ts';
import { whatsAppChat, whatsAppLink } from '#contract/order/whatsapp.ts';
import { formatDay } from '#kit/format/formats.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';

/** Templates of a status, in order; the shortcut `w` uses the first. */
export const templatesFor = (templates: readonly DeskTemplate[], status: string): DeskTemplate[] =>
  templates.filter((template) => template.status === status);

const valuesOf = (order: TrackingOrder, tautan: string): TemplateValues => ({
  nama: order.userName,
  invoice: order.id,
  kursus: order.courseName,
  tanggal: order.placedAt && formatDay(order.placedAt),
  petugas: order.customerService.name,
  tautan,
});

/** `link`: payment link of the order; '' if it has none. */
export const messageOf = (template: DeskTemplate, order: TrackingOrder, link = ''): string =>
  filledTemplate(template.body, valuesOf(order, link));

/** undefined for a phone that WhatsApp does not accept. Without a template, the default greeting. */
export function chatLink(order: TrackingOrder, status: string, template: DeskTemplate | undefined, link = '') {
  const { id, userName: name, userPhone: phone, courseName } = order;
  if (template) return whatsAppChat(phone, messageOf(template, order, link));
  const bought = courseName.trim() && `kursus ${courseName.trim()}`;
  return whatsAppLink({ id, name, phone, bought, status });
}

export const isPast = (moment: string, now = Date.now()): boolean => Date.parse(moment) < now;

const units = [
  [dayMs, 'd'],
  [hourMs, 'h'],
  [minuteMs, 'min'],
] as const;

/** `3 d`, `5 h`, `12 min`, in the largest whole unit; `now` below a minute; '' if unknown or in the future. */
export function ageOf(placedAt: string, now = Date.now()): string {
  const age = now - Date.parse(placedAt);
  const unit = units.find(([length]) => age >= length);
  return unit ? `${Math.floor(age / unit[0])} ${unit[1]}` : age >= 0 ? 'now' : '';
}
