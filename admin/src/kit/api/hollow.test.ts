/** Addresses are kept without anybody's values, and filled with those of the page that is opened. */
import { describe, expect, test } from 'vitest';
import { fill, hollow, hollowPage } from './hollow.ts';

const at = (path: string) => new URL(path, 'http://coding.localhost');
const [one, other] = ['01941f2a-3f50-70a6-8742-cd8adf4b3bd4', '01941f2a-3f50-70a6-8742-cd8adf4b3bd5'];

describe('a list', () => {
  const page = at('/order?status=paid&search=Siti+Rahma&page=2');
  const kept = hollow('/api/admin/orders?page=2&pageSize=10&search=Siti+Rahma&status=paid', page);

  test('is asked as it was, with the filters of the page that is opened', () => {
    expect(kept).toBe('/api/admin/orders?page={page}&pageSize=10&search={search}&status={status}');
    expect(fill(kept!, at('/order?status=refunded&search=budi%26co&page=7'))).toBe(
      '/api/admin/orders?page=7&pageSize=10&search=budi%26co&status=refunded',
    );
  });

  test('with the same filters is the same page, in whatever order they are', () => {
    expect(hollowPage(page)).toBe(hollowPage(at('/order/?page=1&search=x&status=failed')));
    expect(hollowPage(page)).not.toBe(hollowPage(at('/order?page=1')));
  });

  test('that names a filter otherwise than its page has a hole all the same', () => {
    expect(hollow('/api/admin/user?q=Siti+Rahma', at('/user?search=Siti+Rahma'))).toBe('/api/admin/user?q={search}');
  });
});

test('a record is asked for with its parts, by the id of the page that is opened', () => {
  const kept = hollow(`/api/admin/history/?record=${one}`, at(`/discount/${one}`));
  expect(kept).toBe('/api/admin/history/?record={0}');
  expect(fill(kept!, at(`/discount/${other}`))).toBe(`/api/admin/history/?record=${other}`);
  expect(fill(hollow(`/api/admin/discount/${one}/courses/`, at(`/discount/${one}`))!, at(`/discount/${other}`))).toBe(
    `/api/admin/discount/${other}/courses/`,
  );
  expect(hollowPage(at(`/discount/${one}`))).toBe(hollowPage(at(`/discount/${other}`)));
});

test('what the page’s address does not explain and may be somebody’s is not kept', () => {
  expect(hollow(`/api/admin/user/${other}/profile/`, at(`/discount/${one}`))).toBeUndefined();
  expect(hollow('/api/admin/user?search=siti%40example.com', at('/user'))).toBeUndefined();
  expect(hollow('/api/admin/user?search=%2B62+812', at('/user'))).toBeUndefined();
});
