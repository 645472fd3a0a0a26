/** Facts that the examples of the API share: a member of a shop, what they buy, and its ids. */

export const idAt = (end: string) => `0199b2c4-7d10-7a52-9c1e-${end.padStart(12, '0')}`;
export const ids = {
  user: idAt('1001'),
  course: idAt('2001'),
  path: idAt('2002'),
  section: idAt('2003'),
  lesson: idAt('3001'),
  quiz: idAt('3002'),
  question: idAt('3003'),
  option: idAt('3004'),
  order: idAt('4001'),
  submission: idAt('5001'),
  batch: idAt('6001'),
};
export const at = '2026-11-26T03:00:00.000Z';
export const member = { externalId: 'shop-1001' };
export const profile = {
  name: 'Siti Rahma',
  email: 'siti@example.com',
  phoneNumber: '0812 3456 7890',
  uoc: 'Universitas Gadjah Mada',
  job: 'Mahasiswa',
  location: 'Yogyakarta',
};
export const bought = { productType: 'courses', productId: ids.course } as const;
export const placed = { orderId: ids.order, invoiceNumber: 'INV/coding/20261126/0001', totalAmount: 150_000 };
