/** Tests that URL templates contain no personal values and are filled from the page that is opened. */
import { describe, expect, test } from 'vitest';
import { fillUrlTemplate, toUrlTemplate, pageTemplate } from './url-template.ts';

const at = (path: string) => new URL(path, 'http://coding.localhost');
const [one, other] = ['01941f2a-3f50-70a6-8742-cd8adf4b3bd4', '01941f2a-3f50-70a6-8742-cd8adf4b3bd5'];

describe('the template of a list request', () => {
  const page = at('/order?status=paid&search=Siti+Rahma&page=2');
  const template = toUrlTemplate('/api/admin/orders?page=2&pageSize=10&search=Siti+Rahma&status=paid', page);

  test('takes the filters of the page that is opened', () => {
    expect(template).toBe('/api/admin/orders?page={page}&pageSize=10&search={search}&status={status}');
    expect(fillUrlTemplate(template!, at('/order?status=refunded&search=budi%26co&page=7'))).toBe(
      '/api/admin/orders?page=7&pageSize=10&search=budi%26co&status=refunded',
    );
  });

  test('is the same for the same filters in any order', () => {
    expect(pageTemplate(page)).toBe(pageTemplate(at('/order/?page=1&search=x&status=failed')));
    expect(pageTemplate(page)).not.toBe(pageTemplate(at('/order?page=1')));
  });

  test('has a placeholder where the request uses another parameter name than the page', () => {
    expect(toUrlTemplate('/api/admin/user?q=Siti+Rahma', at('/user?search=Siti+Rahma'))).toBe(
      '/api/admin/user?q={search}',
    );
  });
});

test('the template of a request of a record takes the id of the page that is opened', () => {
  const template = toUrlTemplate(`/api/admin/history/?record=${one}`, at(`/discount/${one}`));
  expect(template).toBe('/api/admin/history/?record={0}');
  expect(fillUrlTemplate(template!, at(`/discount/${other}`))).toBe(`/api/admin/history/?record=${other}`);
  expect(
    fillUrlTemplate(
      toUrlTemplate(`/api/admin/discount/${one}/courses/`, at(`/discount/${one}`))!,
      at(`/discount/${other}`),
    ),
  ).toBe(`/api/admin/discount/${other}/courses/`);
  expect(pageTemplate(at(`/discount/${one}`))).toBe(pageTemplate(at(`/discount/${other}`)));
});

test('a request is not stored when the page’s URL does not explain an id or text in it', () => {
  expect(toUrlTemplate(`/api/admin/user/${other}/profile/`, at(`/discount/${one}`))).toBeUndefined();
  expect(toUrlTemplate('/api/admin/user?search=siti%40example.com', at('/user'))).toBeUndefined();
  expect(toUrlTemplate('/api/admin/user?search=%2B62+812', at('/user'))).toBeUndefined();
});
