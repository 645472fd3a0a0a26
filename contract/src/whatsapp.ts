/** A WhatsApp chat with somebody about what they ordered, its greeting typed already (issue: Order tracking). */
import type { OrderStatus } from './order-status.ts';

/** Any text may be blank; a status may be one that is not known. */
export interface Ordered {
  /** By which the person knows the order. */
  id: string;
  name: string;
  phone: string;
  /** `kursus Belajar Go`. */
  bought: string;
  status: string;
}

/** Country code and number, 8 to 15 digits (E.164). WhatsApp knows no local numbers. */
const international = /^[1-9]\d{7,14}$/;

/** A chat about an order. Undefined where the phone is no number that WhatsApp takes. */
export const whatsAppLink = (order: Ordered): string | undefined => whatsAppChat(order.phone, greeting(order));

/** A chat with somebody, in which this is typed already. */
export const whatsAppLinkWith = ({ name, phone }: Pick<Ordered, 'name' | 'phone'>, text: string): string | undefined =>
  whatsAppChat(phone, `Halo${kak(name)}, ${text}`);

/** A chat with somebody, about anything. */
export const whatsAppLinkTo = ({ name, phone }: Pick<Ordered, 'name' | 'phone'>): string | undefined =>
  whatsAppLinkWith({ name, phone }, '');

/** A chat in which a text is typed already. */
export function whatsAppChat(phone: string, text: string): string | undefined {
  const number = internationalDigits(phone.trim());
  return international.test(number)
    ? `https://wa.me/${number}?text=${encodeURIComponent(text.toWellFormed())}`
    : undefined;
}

const kak = (name: string) => name.trim() && ` Kak ${name.trim()}`;

/** 08… becomes 628…; so does 8…, which is 08… that went through a spreadsheet and would ring somebody in Japan. */
function internationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return phone.startsWith('+') ? digits : digits.replace(/^0?8/, '628');
}

/** What is said of the payment; `order` is "pesanan Anda …". The names of the statuses are ours, the words the reader's. */
const openings: Readonly<Record<OrderStatus, (order: string) => string>> = {
  unpaid: (order) => `${order} belum dibayar. Apakah ada kendala pembayaran yang bisa kami bantu?`,
  pending: (order) =>
    `pembayaran ${order} masih kami tunggu. Jika sudah membayar, mohon kirim bukti pembayarannya di sini.`,
  paid: (order) => `terima kasih, pembayaran ${order} sudah kami terima. Ada yang bisa kami bantu?`,
  expired: (order) =>
    `batas waktu pembayaran ${order} sudah lewat. Apakah Anda masih berminat? Kami bisa membantu membuat pesanan baru.`,
  cancelled: (order) => `${order} sudah dibatalkan dan tidak perlu dibayar. Jika ini keliru, silakan balas pesan ini.`,
  failed: (order) => `pembayaran ${order} gagal. Apakah Anda ingin mencoba lagi? Kami siap membantu.`,
  refunded: (order) => `dana pembayaran ${order} sudah kami kembalikan. Mohon kabari kami jika belum masuk.`,
};
const otherwise = (order: string) => `terima kasih atas ${order}. Ada yang bisa kami bantu?`;

function greeting({ id, name, bought, status }: Ordered): string {
  const what = bought.trim();
  const speak = Object.hasOwn(openings, status) ? openings[status as OrderStatus] : otherwise;
  return `Halo${kak(name)}, ${speak(`pesanan Anda${what && ` untuk ${what}`} (ID pesanan: ${id})`)}`;
}
