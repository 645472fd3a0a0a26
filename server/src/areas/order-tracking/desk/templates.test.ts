/** Tests the message templates: the initial ones of each brand, their variables, and who may change them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskMessages, deskTemplates } from '#contract/order-tracking/templates.ts';
import { orderStatuses } from '#contract/order/status.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { orderDeskRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
let service: TestCaller;
beforeAll(async () => {
  test = await testAppOf([orderDeskRoutes]);
  [admin, service] = [await test.as('admin'), await test.as('customer-service')];
});
afterAll(() => test.close());

const draft = { name: 'Pengingat kedua', status: 'unpaid', body: 'Halo Kak {nama}, {kursus}?' } as const;
const namesOf = async (who: TestCaller) => (await who.call(deskMessages, {})).body.templates.map(({ name }) => name);

it('every brand has an initial template for each status', async () => {
  for (const tenant of ['coding', 'cyber', 'data'] as const) {
    const { templates } = (await (await test.as('customer-service', tenant)).call(deskMessages, {})).body;
    expect(new Set(templates.map(({ status }) => status))).toEqual(new Set([...orderStatuses, 'at-risk']));
    expect(templates.every(({ body }) => body.startsWith('Halo Kak {nama}, '))).toBe(true);
  }
});

describe('a template', () => {
  it('is created, changed and deleted by admins, and visible only in their brand', async () => {
    const { status, body } = await admin.call(deskTemplates.create, { body: draft });
    expect(status).toBe(201);
    const params = { id: body.templateId };
    expect(await namesOf(service)).toContain(draft.name);
    expect(await namesOf(await test.as('admin', 'data'))).not.toContain(draft.name);
    const changed = { ...draft, name: 'Pengingat ketiga', followUpHours: 12 };
    expect((await admin.call(deskTemplates.update, { params, body: changed })).status).toBe(200);
    expect((await admin.call(deskTemplates.get, { params })).body).toMatchObject(changed);
    for (const who of [service, await test.as('instructor')]) {
      expect((await who.call(deskTemplates.update, { params, body: draft })).status).toBe(403);
      expect((await who.call(deskTemplates.remove, { params })).status).toBe(403);
      expect((await who.call(deskTemplates.create, { body: draft })).status).toBe(403);
    }
    expect((await admin.call(deskTemplates.remove, { params })).status).toBe(200);
    expect(await namesOf(service)).not.toContain('Pengingat ketiga');
  });

  it.each(['{total}', '{link}', '{Nama}', '{}', '{ nama }', 'Halo {nama} {toString}'])(
    'with %j is refused with the unknown variable and a list of the known ones',
    async (text) => {
      const before = await namesOf(service);
      const answer = await admin.call(deskTemplates.create, { body: { ...draft, body: text } });
      const unknown = /\{(?!nama\})[^}]*\}/.exec(text)?.[0];
      expect(answer).toMatchObject({
        status: 400,
        body: {
          errors: [
            {
              path: 'body',
              message: `There is no variable ${unknown}: use {nama}, {invoice}, {kursus}, {tanggal}, {petugas}, {tautan}`,
            },
          ],
        },
      });
      expect(await namesOf(service)).toEqual(before);
    },
  );

  it.each(['', '   ', 'x'.repeat(1001)])('with an empty, blank or too long message is refused: %.5j', async (text) => {
    expect((await admin.call(deskTemplates.create, { body: { ...draft, body: text } })).status).toBe(400);
  });
});
