/** WhatsApp links to a buyer with a prefilled greeting (issue: Order tracking). */
import type { OrderStatus } from './status.ts';

/** Order to write about. Texts may be blank, and the status may be unknown. */
export interface Ordered {
  /** Order id that the buyer knows. */
  id: string;
  name: string;
  phone: string;
  /** Items, such as `kursus Belajar Go`. */
  bought: string;
  status: string;
}

/** Country code and number, 8 to 15 digits (E.164); WhatsApp does not accept local numbers. */
const international = /^[1-9]\d{7,14}$/;

/** Link to a chat about an order; undefined if WhatsApp does not accept the phone number. */
export const whatsAppLink = (order: Ordered): string | undefined => whatsAppChat(order.phone, greeting(order));

/** Link to a chat with a greeting by name and a text; undefined as for {@link whatsAppChat}. */
export const whatsAppLinkWith = ({ name, phone }: Pick<Ordered, 'name' | 'phone'>, text: string): string | undefined =>
  whatsAppChat(phone, `Halo${kak(name)}, ${text}`);

/** Link to a chat with only a greeting by name; undefined as for {@link whatsAppChat}. */
export const whatsAppLinkTo = ({ name, phone }: Pick<Ordered, 'name' | 'phone'>): string | undefined =>
  whatsAppLinkWith({ name, phone }, '');

/** Link to a chat with a prefilled text; undefined if WhatsApp does not accept the phone number. */
export function whatsAppChat(phone: string, text: string): string | undefined {
  const number = internationalDigits(phone.trim());
  return international.test(number)
    ? `https://wa.me/${number}?text=${encodeURIComponent(text.toWellFormed())}`
    : undefined;
}

/** Payment of an order by a link. */
interface ToPay {
  invoice: string;
  /** `Rp200.000`. */
  amount: string;
  url: string;
  /** Moment in words. */
  until: string;
}

/** Request to pay by a link, after a greeting. The link stands alone, so that nothing becomes part of it. */
export const paymentText = ({ invoice, amount, url, until }: ToPay): string =>
  `pesanan Anda ${invoice} sebesar ${amount} dapat dibayar melalui tautan ini:\n${url}\nTautan berlaku sampai ${until}.`;

const kak = (name: string) => name.trim() && ` Kak ${name.trim()}`;

/**
 * Converts 08… to 628…, and also 8…, which is 08… after a spreadsheet dropped the 0 (and would be a Japanese number).
 */
function internationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return phone.startsWith('+') ? digits : digits.replace(/^0?8/, '628');
}

/** Sentences about the payment by status; `order` is "pesanan Anda …". */
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
