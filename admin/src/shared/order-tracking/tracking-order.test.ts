/** Tests the conversion of documents, including those with missing fields or unusual values. */
import { expect, test } from 'vitest';
import { toTrackingOrder } from './tracking-order.ts';

test('a document is converted to a record of the list', () => {
  const timestamp = { toDate: () => new Date('2026-01-02T03:04:05Z') };
  expect(
    toTrackingOrder('d1', {
      user_email: 'siti@demo.test',
      user_phone: '0812',
      user_name: 'Siti',
      course_id: 42,
      course_name: 'Web',
      status: 'paid',
      timestamp,
      customer_service_number: { name: 'Dewi', phone: '+62811' },
    }),
  ).toEqual({
    id: 'd1',
    userEmail: 'siti@demo.test',
    userPhone: '0812',
    userName: 'Siti',
    courseId: '42',
    courseName: 'Web',
    status: 'paid',
    customerService: { name: 'Dewi', phone: '+62811' },
    dateTime: '02 Jan 2026, 10.04.05',
    placedAt: '2026-01-02T03:04:05.000Z',
  });
});

test('missing fields are empty, and a missing status is unpaid', () => {
  expect(toTrackingOrder('d1', { customer_service_number: null, timestamp: null })).toEqual({
    id: 'd1',
    userEmail: '',
    userPhone: '',
    userName: '',
    courseId: '',
    courseName: '',
    status: 'unpaid',
    customerService: { name: '', phone: '' },
    dateTime: '',
    placedAt: '',
  });
});

test('an unknown status and a text timestamp are shown unchanged', () => {
  expect(toTrackingOrder('d1', { status: 'waiting for Budi', timestamp: '2 Januari' })).toMatchObject({
    status: 'waiting for Budi',
    dateTime: '2 Januari',
  });
});
