/**
 * Calls of specification §7 and fields of §3 as literals: method, path, success status, inputs and outputs.
 * every-endpoint.test.ts tests that the server follows the contract.
 */
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint, Schema } from '#contract/kernel/endpoint.ts';
import { everyEndpoint } from './endpoints.ts';

const bare = (url: string) => url.replace(/\/$/, '').replace(/:\w+/g, '{}');
const endpoints = new Map<string, Endpoint>();
for (const { entry } of await everyEndpoint())
  if (!endpoints.has(`${entry.method} ${bare(entry.url)}`)) endpoints.set(`${entry.method} ${bare(entry.url)}`, entry);

const find = (call: string) => {
  const [method, url = ''] = call.split(' ');
  return endpoints.get(`${method} ${bare(url.replace(/\{\w+\}/g, '{}'))}`);
};

/** Every call of §7, with its success status if that is not 200. */
const calls: Record<string, number[]> = Object.fromEntries(
  [
    'POST /auth/login/',
    'POST /auth/refresh/',
    'GET /admin/course/type/{type}/',
    'POST /admin/course/type/{type}/ 201',
    'GET /admin/course/{id}/',
    'PUT /admin/course/{id}/',
    'DELETE /admin/course/{id}/',
    'PUT /admin/course/{id}/duplicate/',
    'GET /admin/course/shift/',
    'GET /admin/course/{id}/attendance/',
    'POST /admin/course/{id}/section/ 201',
    'GET /admin/course/{id}/section/{sectionId}/',
    'PUT /admin/course/{id}/section/{sectionId}/',
    'DELETE /admin/course/{id}/section/{sectionId}/',
    'POST /admin/lesson/ 201',
    'GET /admin/lesson/{id}/',
    'PUT /admin/lesson/{id}/',
    'DELETE /admin/lesson/{id}/',
    'POST /admin/lesson/final-project 201',
    'PUT /admin/lesson/{id}/final-project',
    'GET /admin/course/{id}/lesson/{lessonId}/attendance/',
    'POST /admin/course/{id}/lesson/{lessonId}/attendance/',
    'POST /admin/lesson/{id}/documentation/ 201',
    'DELETE /admin/lesson/documentation/{id}',
    'POST /admin/course/{id}/section/{sectionId}/google-calendar-event/',
    'POST /admin/course/{id}/google-calendar-event/bulk/',
    'GET /admin/user',
    'GET /admin/user/{id}/profile/',
    'PATCH /admin/user/{id}/profile/',
    'PUT /admin/user/{id}/password/',
    'GET /admin/user/{id}/subscription/',
    'GET /admin/user/{id}/courses',
    'GET /admin/user/course/{courseId}/',
    'PUT /admin/user/course/{id}/assign/',
    'DELETE /admin/user/course/{id}/unassign/',
    'GET /member/profile/',
    'GET /admin/orders',
    'GET /admin/quiz/{id}',
    'PUT /admin/quiz/{id}',
    'DELETE /admin/quiz/{id}',
    'GET /admin/quiz/',
    'POST /admin/quiz/ 201',
    'GET /admin/question/',
    'POST /admin/question/ 201',
    'PUT /admin/question/{id}/',
    'DELETE /admin/question/{id}/',
    ...['discount', 'voucher'].flatMap((one) => [
      `GET /admin/${one}`,
      `POST /admin/${one}/ 201`,
      `GET /admin/${one}/{id}`,
      `PUT /admin/${one}/{id}`,
      `DELETE /admin/${one}/{id}`,
      `PUT /admin/${one}/{id}/status/`,
      `DELETE /admin/${one}/{id}/unassign/all`,
      ...['courses', 'learning-path', 'subscriptions', 'products'].flatMap((many) =>
        ['GET', 'PUT', 'DELETE'].map((method) => `${method} /admin/${one}/{id}/${many}/`),
      ),
    ]),
    'GET /admin/learning-path/',
    'POST /admin/learning-path/ 201',
    'GET /admin/learning-path/{id}/',
    'PUT /admin/learning-path/{id}/',
    'DELETE /admin/learning-path/{id}/',
    ...['courses', 'users'].flatMap((many) =>
      ['GET', 'PUT', 'DELETE'].map((method) => `${method} /admin/learning-path/{id}/${many}/`),
    ),
    'PUT /admin/learning-path/{id}/courses/priority/',
    'GET /admin/learning-path/{id}/final-courses/',
    'DELETE /admin/learning-path/{id}/final-courses/',
    'POST /admin/learning-path/{id}/final-quiz/ 201',
    'POST /admin/learning-path/{id}/final-project/ 201',
    'GET /admin/learning-path/{id}/final-project/{finalProjectId}/',
    'PUT /admin/learning-path/{id}/final-project/{finalProjectId}/',
    'DELETE /admin/learning-path/{id}/final-project/{finalProjectId}/',
    'GET /admin/project-submissions/',
    'GET /admin/project-submissions/{id}/',
    'GET /admin/project-submissions/user/{userId}/',
    'PUT /admin/project-submissions/{id}/',
    'GET /admin/subscriptions/',
    'GET /admin/subscriptions/{id}/profile/',
    'GET /admin/subscriptions/{id}/event-vouchers/',
    'GET /admin/subscriptions/event-vouchers/user/{userId}/',
    'POST /admin/subscriptions/{id}/event-vouchers/redeem/',
    'GET /admin/certificate/course/{id}',
    'POST /admin/upload-image/',
    'POST /admin/upload/presigned/',
  ].map((call) => {
    const [method, url, success = '200'] = call.split(' ');
    return [`${method} ${url}`, [Number(success)]];
  }),
);

it.each(Object.entries(calls))('the specification’s call %s exists and answers %j', (call, [success]) => {
  expect(find(call)?.success ?? (find(call) && 200)).toBe(success);
});

/** Names in an object on the wire; names in nested objects and lists after a dot; all options of a union. */
function namesIn(schema: Schema | undefined, before = ''): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) => [
      before + key,
      ...namesIn(inner as Schema, `${before}${key}.`),
    ]);
  if (schema instanceof z.ZodArray) return namesIn(schema.element as Schema, before);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return namesIn(schema.unwrap() as Schema, before);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => namesIn(one as Schema, before));
  if (schema instanceof z.ZodPipe) return namesIn(schema.in as Schema, before);
  return [];
}

const words = (text: string) => text.split(' ');
const page = (rows: string) => ['totalItems', 'page', 'pageSize', rows];

it.each<[call: string, names: string[]]>([
  ['POST /auth/login/', ['message', 'status', 'accessToken', 'refreshToken', 'role']],
  ['POST /auth/refresh/', ['access', 'refresh']],
  ['GET /admin/course/type/{type}/', page('courses')],
  ['POST /admin/course/type/{type}/', ['courseId']],
  ['GET /admin/course/shift/', ['id', 'code', 'description']],
  ['GET /admin/course/{id}/section/{sectionId}/', ['sectionId']],
  ['GET /admin/lesson/{id}/', ['videoURL', 'description', 'documentations.image_url']],
  ['GET /admin/course/{id}/lesson/{lessonId}/attendance/', ['attendances']],
  ['GET /admin/discount', page('discounts')],
  ['POST /admin/discount/', ['discountId']],
  [
    'GET /admin/discount/{id}',
    ['discountId', 'name', 'discount', 'discountType', 'productType', 'assignedCourses', 'status'],
  ],
  ['GET /admin/discount/{id}/courses/', page('courses')],
  ['GET /admin/discount/{id}/learning-path/', page('paths')],
  ['GET /admin/user', page('users')],
  [
    'GET /admin/user/{id}/profile/',
    words(
      'uoc name email location job image phoneNumber joinedAt courses.page courses.pageSize courses.totalItems courses.course',
    ),
  ],
  ['GET /admin/user/{id}/courses', page('courses')],
  ['GET /admin/user/course/{courseId}/', [...page('users'), 'assignedUsers']],
  ['GET /admin/orders', page('data')],
  ['POST /admin/quiz/', ['quizId', 'surveyId']],
  [
    'GET /admin/quiz/{id}',
    ['sectionId', 'name', 'passingScore', 'priority', 'questions', 'header', 'content', 'resultDetail'],
  ],
  [
    'GET /admin/voucher/{id}',
    words('voucherId name description startDate isRepeating discountPrice discountType allProduct'),
  ],
  ['GET /admin/learning-path/', page('paths')],
  ['POST /admin/learning-path/', ['pathID']],
  [
    'GET /admin/learning-path/{id}/',
    words('name thumbnail description price category isPublished isDripContent type assignedCourses'),
  ],
  ['GET /admin/learning-path/{id}/final-project/{finalProjectId}/', ['description', 'passingScore']],
  ['GET /admin/project-submissions/', page('projects')],
  ['GET /admin/subscriptions/', page('subscribers')],
  ['GET /admin/certificate/course/{id}', page('certificates')],
  ['POST /admin/upload-image/', ['file.url']],
  ['POST /admin/upload/presigned/', ['url']],
])('the reply of %s has the specification’s fields', (call, names) => {
  expect(namesIn(find(call)?.reply)).toEqual(expect.arrayContaining(names));
});

it.each<[call: string, part: 'query' | 'body', names: string[]]>([
  ['POST /auth/refresh/', 'body', ['refresh']],
  ['GET /admin/course/type/{type}/', 'query', ['page', 'pageSize', 'search', 'filter', 'isPublished']],
  ['PUT /admin/course/{id}/', 'body', ['type', 'shift']],
  ['POST /admin/course/{id}/lesson/{lessonId}/attendance/', 'body', ['attendances']],
  ['POST /admin/lesson/{id}/documentation/', 'body', ['image_url']],
  ['PUT /admin/lesson/{id}/final-project', 'body', ['description', 'passingScore']],
  ['POST /admin/course/{id}/google-calendar-event/bulk/', 'body', ['events']],
  ['GET /admin/user', 'query', ['page', 'pageSize', 'search']],
  ['PATCH /admin/user/{id}/profile/', 'body', ['name']],
  ['PUT /admin/user/{id}/password/', 'body', ['password']],
  ['GET /admin/user/{id}/courses', 'query', ['page', 'pageSize']],
  ['GET /admin/user/course/{courseId}/', 'query', ['page', 'pageSize', 'search']],
  ['PUT /admin/user/course/{id}/assign/', 'body', ['userId', 'userID']],
  ['DELETE /admin/user/course/{id}/unassign/', 'body', ['userId']],
  ['GET /admin/orders', 'query', ['page', 'pageSize', 'search', 'startDate', 'endDate']],
  ['GET /admin/quiz/', 'query', ['type']],
  ['POST /admin/quiz/', 'body', ['sectionId', 'name', 'priority', 'materialType']],
  ['POST /admin/question/', 'body', ['quizId']],
  ['GET /admin/discount', 'query', ['page', 'pageSize', 'search', 'status']],
  ['PUT /admin/discount/{id}/status/', 'body', ['status']],
  ['GET /admin/discount/{id}/courses/', 'query', ['search', 'category', 'page', 'pageSize', 'isAssigned']],
  ['GET /admin/discount/{id}/learning-path/', 'query', ['search', 'category', 'page', 'pageSize', 'isAssigned']],
  ['PUT /admin/discount/{id}/courses/', 'body', ['course_ids']],
  ['DELETE /admin/discount/{id}/courses/', 'body', ['course_ids']],
  ['PUT /admin/discount/{id}/learning-path/', 'body', ['path_ids']],
  ['DELETE /admin/discount/{id}/learning-path/', 'body', ['path_ids']],
  ['PUT /admin/voucher/{id}/status/', 'body', ['status']],
  ['PUT /admin/voucher/{id}/courses/', 'body', ['courseIds']],
  ['PUT /admin/voucher/{id}/learning-path/', 'body', ['pathIds']],
  ['PUT /admin/voucher/{id}/subscriptions/', 'body', ['subscriptionIds']],
  ['DELETE /admin/voucher/{id}/products/', 'body', ['productIds']],
  ['GET /admin/learning-path/', 'query', ['search', 'sort', 'page', 'pageSize']],
  ['GET /admin/learning-path/{id}/courses/', 'query', ['assigned', 'page', 'pageSize', 'search']],
  ['PUT /admin/learning-path/{id}/courses/', 'body', ['course_ids']],
  ['DELETE /admin/learning-path/{id}/courses/', 'body', ['course_ids']],
  ['PUT /admin/learning-path/{id}/users/', 'body', ['user_id']],
  ['DELETE /admin/learning-path/{id}/users/', 'body', ['user_id']],
  ['PUT /admin/learning-path/{id}/final-project/{finalProjectId}/', 'body', ['description', 'passingScore']],
  ['GET /admin/project-submissions/', 'query', ['search', 'sort', 'page', 'pageSize']],
  ['PUT /admin/project-submissions/{id}/', 'body', ['reviewScore']],
  ['GET /admin/subscriptions/', 'query', ['search', 'filter', 'page', 'size', 'sort']],
  ['POST /admin/subscriptions/{id}/event-vouchers/redeem/', 'body', ['eventName']],
  ['POST /admin/upload-image/', 'body', ['prefix']],
  ['POST /admin/upload/presigned/', 'body', ['filename', 'contentType', 'prefix']],
])('%s takes in its %s the specification’s %j', (call, part, names) => {
  expect(namesIn(find(call)?.[part])).toEqual(expect.arrayContaining(names));
});

it('an uploaded picture is the part "image"', () => {
  expect(find('POST /admin/upload-image/')?.filePart?.name).toBe('image');
});

const optionalBodies = [...endpoints].filter(([, { body }]) => body?.safeParse(undefined).success);

it('has calls whose body is optional', () => {
  expect(optionalBodies.map(([call]) => call)).toEqual(
    expect.arrayContaining([
      'POST /admin/course/type/{}',
      'POST /admin/course/{}/section',
      'POST /admin/learning-path',
    ]),
  );
});

it.each(optionalBodies)('%s takes an empty object where it takes no body', (_, { body }) => {
  expect(body?.safeParse({})).toMatchObject({ success: true });
});
