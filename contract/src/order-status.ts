/** The states of an order (domain.md, Order status): shop orders carry one, tracking documents may be set to any. */
export const orderStatuses = ['unpaid', 'pending', 'paid', 'expired', 'cancelled', 'failed', 'refunded'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What a person reads; a stored value that is not among them is shown as it is. */
export const orderStatusLabels: Readonly<Record<OrderStatus, string>> = {
  unpaid: 'Belum Dibayar',
  pending: 'Menunggu Pembayaran',
  paid: 'Lunas',
  expired: 'Kedaluwarsa',
  cancelled: 'Dibatalkan',
  failed: 'Gagal',
  refunded: 'Dikembalikan',
};
