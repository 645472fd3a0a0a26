/** Statuses of orders (domain.md, Order status); tracking documents use the same. */
export const orderStatuses = ['unpaid', 'pending', 'paid', 'expired', 'cancelled', 'failed', 'refunded'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

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
