/** The WhatsApp link beside a phone (issue: Order tracking). No firebase here: the page may import it at no cost. */
import type { OrderStatus } from '#contract/order-status.ts';
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

function greeting({ id, userName, courseName, status }: TrackingOrder): string {
  const name = userName.trim();
  const course = courseName.trim();
  const speak = Object.hasOwn(openings, status) ? openings[status as OrderStatus] : otherwise;
  return `Halo${name && ` Kak ${name}`}, ${speak(`pesanan Anda${course && ` untuk kursus ${course}`} (ID pesanan: ${id})`)}`;
}
