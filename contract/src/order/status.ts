/** Statuses of orders (domain.md, Order status); tracking documents use the same. */
export const orderStatuses = ['unpaid', 'pending', 'paid', 'expired', 'cancelled', 'failed', 'refunded'] as const;
export type OrderStatus = (typeof orderStatuses)[number];
export const isOrderStatus = (status: string): status is OrderStatus =>
  (orderStatuses as readonly string[]).includes(status);
/** null: a status of another system. */
export const knownStatus = (status: string): OrderStatus | null => (isOrderStatus(status) ? status : null);

/** Display names; a stored value that is not listed is shown as it is. */
export const orderStatusLabels: Readonly<Record<OrderStatus, string>> = {
  unpaid: 'Belum Dibayar',
  pending: 'Menunggu Pembayaran',
  paid: 'Lunas',
  expired: 'Kedaluwarsa',
  cancelled: 'Dibatalkan',
  failed: 'Gagal',
  refunded: 'Dikembalikan',
};
