/** Tests that no change of the API breaks its callers unless the changelog names the operation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { openApi } from '../server/src/platform/http/openapi.ts';
import { type Api, type Description, apiOf, breakingChanges, releasedApi, written } from './lib/api-changes.ts';

const readJson = (text: string) => JSON.parse(text) as Api;
/** As it is sent: without absent parts. */
const sent = (description: unknown) => JSON.parse(JSON.stringify(description)) as Description;

test('every breaking change since the last release is named in the changelog', async () => {
  const changelog = readFileSync(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8');
  const [, unreleased = ''] = changelog.split(/^## \[/m);
  const changes = breakingChanges(readJson(readFileSync(releasedApi, 'utf8')), apiOf(sent(await openApi())));
  expect([...changes].filter(([id]) => !unreleased.includes(`\`${id}\``))).toEqual([]);
});

/** Description of one operation. */
const describing = (input: object, reply: object, method = 'post', operationId = 'saveWork') =>
  apiOf(
    sent({
      paths: {
        '/api/work/{id}/': {
          [method]: {
            operationId,
            parameters: [
              { $ref: '#/components/parameters/Tenant' },
              { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            ],
            requestBody: { required: true, content: { 'application/json': { schema: input } } },
            responses: { 200: { content: { 'application/json': { schema: reply } } }, '4XX': { $ref: '#/x' } },
          },
        },
      },
    }),
  );
const objectOf = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };
const whole = { type: 'integer' };
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const input = objectOf({ kind: { enum: ['new', 'old'] }, count: orNull(whole), tags: { type: 'array', items: text } }, [
  'kind',
]);
const reply = objectOf({ items: { type: 'array', items: objectOf({ name: text, at: orNull(text) }, ['name']) } });
const released = describing(input, reply);

const changesTo = (current: Api) => breakingChanges(readJson(written(released)), current).get('saveWork') ?? [];
const withInput = (fields: object, required = ['kind']) =>
  changesTo(describing(objectOf({ ...input.properties, ...fields }, required), reply));
const withRow = (row: object) => changesTo(describing(input, objectOf({ items: { type: 'array', items: row } })));

describe('breaking changes', () => {
  it('finds none in the same description', () => {
    expect(changesTo(released)).toEqual([]);
  });

  it('names operations that are gone', () => {
    expect(changesTo(describing(input, reply, 'put'))).toEqual(['POST /api/work/{id}/ is gone']);
  });

  it('names operations with another id', () => {
    expect(changesTo(describing(input, reply, 'post', 'keepWork'))).toEqual(['is now called keepWork']);
  });

  it.each([
    ['a narrower choice', withInput({ kind: { enum: ['new'] } }), ["input.body.kind no longer accepts 'old'"]],
    ['null that is refused', withInput({ count: whole }), ['input.body.count no longer accepts null']],
    [
      'another type',
      withInput({ tags: text }),
      ['input.body.tags no longer accepts array', 'input.body.tags.[] is gone'],
    ],
    ['a field that became required', withInput({}, ['kind', 'tags']), ['input.body.tags is now required']],
    ['a new required field', withInput({ size: whole }, ['kind', 'size']), ['input.body.size is new and required']],
  ])('names %s of the input', (_, found, expected) => {
    expect(found).toEqual(expected);
  });

  it.each([
    ['a wider choice', withInput({ kind: { enum: ['new', 'old', 'lost'] } })],
    ['text in place of a choice', withInput({ kind: text })],
    ['any number in place of whole ones', withInput({ count: orNull({ type: 'number' }) })],
    ['a field that became optional', withInput({}, [])],
    ['a new optional field with required fields', withInput({ size: objectOf({ width: whole }) })],
  ])('admits %s in the input', (_, found) => {
    expect(found).toEqual([]);
  });

  it.each([
    ['a field that is gone', withRow(objectOf({ at: orNull(text) }, [])), ['reply.items.[].name is gone']],
    [
      'another type',
      withRow(objectOf({ name: whole, at: text }, ['name'])),
      ['reply.items.[].name may now be integer'],
    ],
    ['a new null', withRow(objectOf({ name: orNull(text), at: text })), ['reply.items.[].name may now be null']],
    [
      'a field that may be absent',
      withRow(objectOf({ name: text, at: text }, [])),
      ['reply.items.[].name may now be absent'],
    ],
  ])('names %s of the reply', (_, found, expected) => {
    expect(found).toEqual(expected);
  });

  it.each([
    ['a new field', withRow(objectOf({ name: text, at: orNull(text), id: text }, ['name']))],
    ['a value that is never null or absent', withRow(objectOf({ name: text, at: text }))],
    ['a new value of a choice', withRow(objectOf({ name: { type: 'string', enum: ['a'] }, at: text }))],
  ])('admits %s in the reply', (_, found) => {
    expect(found).toEqual([]);
  });
});
