/** The WhatsApp link beside a phone (issue: Order tracking). No firebase here: the page may import it at no cost. */
import type { TrackingOrder } from './tracking-order.ts';

/** Country code and number, 8 to 15 digits (E.164). WhatsApp knows no local numbers. */
const international = /^[1-9]\d{7,14}$/;

/**
 * A chat with the person who ordered, its greeting typed already; undefined where the phone is no number that WhatsApp
 * takes.
 */
export function whatsAppLink(order: TrackingOrder): string | undefined {
  const number = internationalDigits(order.userPhone.trim());
  return international.test(number)
    ? `https://wa.me/${number}?text=${encodeURIComponent(greeting(order).toWellFormed())}`
    : undefined;
}

/** 08… becomes 628…; so does 8…, which is 08… that went through a spreadsheet and would ring somebody in Japan. */
function internationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return phone.startsWith('+') ? digits : digits.replace(/^0?8/, '628');
}

function greeting({ id, userName, courseName }: TrackingOrder): string {
  const name = userName.trim();
  const course = courseName.trim();
  return `Halo${name && ` Kak ${name}`}, terima kasih atas pesanan Anda${course && ` untuk kursus ${course}`} (ID pesanan: ${id}). Ada yang bisa kami bantu?`;
}
