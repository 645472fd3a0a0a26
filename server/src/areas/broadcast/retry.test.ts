/** Tests that failed deliveries are tried again only if nothing can have reached the person, against servers of mail and WhatsApp. */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { broadcasts, listBroadcastDeliveries, setConsent, stopBroadcast } from '#contract/broadcast/endpoints.ts';
import { readConfig } from '#platform/config.ts';
import { type Mailer, openMailer } from '#platform/mail/mailer.ts';
import { refusal, testSmtp } from '#platform/testing/smtp.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { sendOneMail } from './mailing.ts';
import { sendShare } from './sending.ts';
import { type Broadcasting, morning, openBroadcasting } from './testing/broadcasting.ts';
import { statusOf } from './whatsapp/testing/simulator.ts';

let all: Broadcasting;
let recorder: Pick<Mailer, 'send'>;
const open: { close: () => unknown }[] = [];
beforeAll(async () => {
  all = await openBroadcasting();
  recorder = all.jobs.mailer;
});
afterAll(() => all.close());
beforeEach(() => all.test.sql('delete from outbox'));
afterEach(async () => {
  all.simulator.fail(() => undefined);
  Object.assign(all.jobs, { mailer: recorder, isLastTry: false });
  await Promise.all(open.splice(0).map((one) => one.close()));
});

type Person = Awaited<ReturnType<Broadcasting['person']>>;
const evening = new Date('2026-11-27T16:15:00Z');
const mail = { channel: 'mail', subject: 'Kabar', body: 'Halo Kak {nama}' } as const;
const idsOf = (people: readonly Person[]) => people.map(({ id }) => id);
const countsOf = (people: readonly Person[]) =>
  people.map(({ to }) => all.simulator.sent.filter((one) => one.to === to).length);
const read = async (id: string) => (await all.admin.call(broadcasts.get, { params: { id } })).body;
const statesOf = async (id: string, people: readonly Person[]) => {
  const rows = await all.deliveries(id);
  return people.map((one) => {
    const row = rows.find((each) => each['user_id'] === one.id);
    return row?.['reason'] ?? row?.['state'];
  });
};

/** WhatsApp broadcast that WhatsApp refused for all of these people. */
async function refusedBy(count: number) {
  const { promo_kelas_baru: templateId } = await all.templates();
  const people = await all.persons(count);
  const id = await all.create({ channel: 'whatsapp', templateId: templateId!, parameters: ['{nama}', 'Go'] });
  all.simulator.fail(() => 'refuse');
  await all.send(id, idsOf(people));
  await all.work();
  all.simulator.fail(() => undefined);
  expect(await statesOf(id, people)).toEqual(people.map(() => 'failed'));
  return { id, people };
}

describe('over WhatsApp', () => {
  it('a refused message is sent again once, and what is still reported of the former try changes nothing', async () => {
    const { id, people } = await refusedBy(2);
    expect(await read(id)).toMatchObject({ state: 'done', unreached: 2 });
    const former = await all.deliveries(id);
    expect((await all.retry(id, 2)).body).toMatchObject({ state: 'sending', figures: { queued: 2, failed: 0 } });
    const late = (row: Record<string, unknown>, state: 'failed' | 'read') =>
      statusOf({ id: 'wamid.late', to: people[0]!.to, biz_opaque_callback_data: String(row['id']) }, state, new Date());
    await all.webhook({ statuses: [late(former[0]!, 'failed'), late(former[1]!, 'read')] });
    expect(await statesOf(id, people)).toEqual(['queued', 'queued']);
    await all.work();
    await all.webhook({ statuses: [late(former[0]!, 'failed'), late(former[1]!, 'read')] });
    const { body } = await all.admin.call(listBroadcastDeliveries, { params: { id }, query: {} });
    expect(body.deliveries).toMatchObject([
      { state: 'sent', error: '', failedAt: null, isUnreached: false },
      { state: 'sent', error: '', failedAt: null, isUnreached: false },
    ]);
    expect(await read(id)).toMatchObject({ state: 'done', unreached: 0, figures: { sent: 2, failed: 0 } });
    expect(countsOf(people)).toEqual([1, 1]);
    expect(await all.retry(id, 2)).toMatchObject({ status: 409, problem: { message: 'Nobody is left to try again' } });
  });

  it('who may have got it is never written to again: no answer, or a failure that WhatsApp reported', async () => {
    const { promo_kelas_baru: templateId } = await all.templates();
    const people = await all.persons(3);
    const id = await all.create({ channel: 'whatsapp', templateId: templateId!, parameters: ['{nama}', 'Go'] });
    const faults = { [people[0]!.to]: 'hang-up', [people[1]!.to]: 'error' } as const;
    all.simulator.fail(({ to }) => faults[to]);
    await all.send(id, idsOf(people));
    await all.work();
    for (const one of all.simulator.sent.slice(-2))
      await all.webhook({ statuses: [statusOf(one, 'failed', new Date())] });
    expect(await read(id)).toMatchObject({ unreached: 0 });
    expect((await all.retry(id, 1)).status).toBe(409);
    await all.work();
    expect(countsOf(people)).toEqual([1, 1, 1]);
  });

  it('a refusal of which WhatsApp reports something after all is no longer tried again', async () => {
    const { id, people } = await refusedBy(1);
    const [row] = await all.deliveries(id);
    const message = { id: 'wamid.after', to: people[0]!.to, biz_opaque_callback_data: String(row!['id']) };
    await all.webhook({ statuses: [statusOf(message, 'delivered', new Date())] });
    expect(await read(id)).toMatchObject({ unreached: 0, figures: { delivered: 1 } });
    expect((await all.retry(id, 1)).status).toBe(409);
  });

  it('two presses at once send it once, and another number than was seen sends nothing', async () => {
    const { id, people } = await refusedBy(6);
    expect(await all.retry(id, 5)).toMatchObject({ status: 409, problem: { errors: [{ path: 'expected' }] } });
    expect(await statesOf(id, people)).toEqual(people.map(() => 'failed'));
    const presses = await Promise.all([all.retry(id, 6), all.retry(id, 6)]);
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await Promise.all([all.work(), sendShare(all.contextOf('beside'), id, morning)]);
    expect(countsOf(people)).toEqual(people.map(() => 1));
  });

  it('who opted out, left, or has the number of another person by now is skipped; quiet hours hold it', async () => {
    const { id, people } = await refusedBy(4);
    const [out, gone, twin, stays] = people as [Person, Person, Person, Person];
    const other = await all.person();
    await all.send(id, [other.id]);
    await all.work();
    const body = { channel: 'whatsapp', state: 'refused' } as const;
    await all.admin.call(setConsent, { params: { id: out.id }, body });
    await all.test.sql('update "user" set status = 0 where id = $1', [gone.id]);
    await all.test.sql('update "user" set phone_e164 = $2 where id = $1', [twin.id, `+${other.to}`]);
    expect((await all.retry(id, 4)).status).toBe(200);
    await all.work(evening);
    expect(await statesOf(id, people)).toEqual(people.map(() => 'queued'));
    await sendShare(all.contextOf('morning'), id, morning);
    expect(await statesOf(id, [out, gone, twin, stays])).toEqual(['refused', 'inactive', 'same-phone', 'sent']);
    expect(countsOf([out, gone, twin, stays, other])).toEqual([0, 0, 0, 1, 1]);
  });

  it('goes on after the process ended in the middle, and can be stopped', async () => {
    const { id, people } = await refusedBy(12);
    await all.retry(id, 12);
    const ending = new AbortController();
    let calls = 0;
    all.simulator.fail(() => {
      calls += 1;
      if (calls === 3) ending.abort();
      return calls === 3 ? 'hang-up' : undefined;
    });
    await expect(sendShare(all.contextOf('killed', ending.signal), id, morning)).rejects.toThrow();
    expect((await read(id)).figures.queued).toBeGreaterThan(0);
    await all.work();
    expect(countsOf(people)).toEqual(people.map(() => 1));
    expect((await read(id)).figures).toMatchObject({ unknown: 1, sent: 11 });

    const stopped = await refusedBy(1);
    await all.retry(stopped.id, 1);
    await all.admin.call(stopBroadcast, { params: { id: stopped.id } });
    await all.work();
    expect(await statesOf(stopped.id, stopped.people)).toEqual(['stopped']);
  });
});

/** Sends mails of this test to a server. */
function mailTo(smtpUrl: string): void {
  const mailer = openMailer(
    readConfig({ JWT_SECRET: testJwtSecret, MAIL_FROM: 'kabar@studio.test', SMTP_URL: smtpUrl }),
  );
  all.jobs.mailer = mailer;
  open.push(mailer);
}

/** Server of mail that cuts the connection once it has a mail, without an answer. */
async function cuttingSmtp() {
  const mails: string[] = [];
  const server = net.createServer((socket) => {
    let read = '';
    socket.on('error', () => undefined).write('220 here\r\n');
    socket.on('data', (chunk) => {
      read += chunk.toString();
      if (read.includes('\r\n.\r\n')) {
        mails.push(read);
        return socket.destroy();
      }
      if (read.endsWith('DATA\r\n')) return socket.write('354 go on\r\n');
      return !read.includes('DATA\r\n') && socket.write('250 fine\r\n');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  open.push(server);
  return { mails, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function smtp(...more: Parameters<typeof testSmtp>) {
  const server = await testSmtp(...more);
  open.push(server);
  return server;
}

/** Broadcast by mail to one person, whose job has not run. */
async function waiting() {
  const person = await all.person();
  const id = await all.create(mail);
  await all.send(id, [person.id]);
  await sendShare(all.contextOf('share'), id, morning);
  await all.test.sql('delete from outbox');
  const [row] = await all.deliveries(id);
  /** A try of the person's job. */
  const attempt = (isLastTry: boolean, now = morning, key = `job ${id}`) => {
    all.jobs.isLastTry = isLastTry;
    return sendOneMail(all.contextOf(key), String(row!['id']), now);
  };
  return { id, person, attempt, state: async () => (await statesOf(id, [person]))[0] };
}

const unreached = async (id: string) => (await read(id)).unreached;

describe('by mail', () => {
  it('a refused mail is sent again once, as another mail', async () => {
    let isFull = true;
    const server = await smtp({}, () => {
      if (isFull) throw refusal(552, 'Mailbox full');
    });
    mailTo(server.url);
    const { id, person, attempt, state } = await waiting();
    await attempt(false);
    expect([await state(), await unreached(id)]).toEqual(['failed', 1]);
    isFull = false;
    expect((await all.retry(id, 1)).status).toBe(200);
    // The former job, if the queue has it once more.
    await attempt(false);
    expect(server.taken).toEqual([]);
    await all.work();
    expect([await state(), await unreached(id)]).toEqual(['sent', 0]);
    expect(server.taken.map(({ to, messageId }) => [to, messageId.includes(id)])).toEqual([[[person.email], false]]);
  });

  it.each([
    [
      'a server that is not there',
      async () => {
        const server = await smtp();
        await server.close();
        open.pop();
        return server.url;
      },
    ],
    [
      'a recipient that is refused for now',
      async () => (await smtp({ onRcptTo: (_, __, callback) => callback(refusal(450, 'Try later')) })).url,
    ],
    [
      'a login that is refused',
      async () => {
        const server = await smtp({
          allowInsecureAuth: true,
          onAuth: (_, __, callback) => callback(refusal(535, 'No')),
        });
        return server.url.replace('//', '//lectern:wrong@');
      },
    ],
  ])('%s took nothing: each try may be repeated', async (_, urlOf) => {
    mailTo(await urlOf());
    const { id, attempt, state } = await waiting();
    await expect(attempt(false)).rejects.toThrow();
    expect([await state(), await unreached(id)]).toEqual(['queued', 0]);
    expect((await read(id)).problem).not.toBe('');
    await attempt(true);
    expect([await state(), await unreached(id)]).toEqual(['failed', 1]);
    const server = await smtp();
    mailTo(server.url);
    await all.retry(id, 1);
    await all.work();
    expect([await state(), server.taken.length]).toEqual(['sent', 1]);
  });

  it('a connection that breaks after the mail leaves it open, also if later tries are refused', async () => {
    const cutting = await cuttingSmtp();
    mailTo(cutting.url);
    const [last, first, quiet] = [await waiting(), await waiting(), await waiting()];
    await last.attempt(true);
    for (const one of [first, quiet]) await expect(one.attempt(false)).rejects.toThrow();
    expect(cutting.mails).toHaveLength(3);
    const server = await smtp({}, () => {
      throw refusal(550, 'No such user');
    });
    mailTo(server.url);
    await first.attempt(false);
    await quiet.attempt(false, evening);
    mailTo((await smtp()).url);
    for (const { id, state, person } of [last, first, quiet]) {
      expect([await state(), await unreached(id)]).toEqual(['failed', 0]);
      expect((await all.retry(id, 1)).status).toBe(409);
      expect((await all.preview(id, [person.id])).body.skipped).toMatchObject([{ reason: 'already' }]);
    }
  });

  it('a mail whose process was killed in the middle is its own job’s alone', async () => {
    const { id, attempt, state } = await waiting();
    all.jobs.mailer = { send: () => new Promise(() => undefined) };
    void attempt(false);
    await expect.poll(async () => (await all.deliveries(id))[0]!['claimed_by']).toBe(`job ${id}`);
    const server = await smtp({}, () => {
      throw refusal(550, 'No such user');
    });
    mailTo(server.url);
    await attempt(false, morning, 'another job');
    expect(await state()).toBe('queued');
    await attempt(false);
    expect([await state(), await unreached(id)]).toEqual(['failed', 0]);
  });

  it('who opted out before a try, and agrees later, gets it when it is sent again', async () => {
    const { id, person, attempt, state } = await waiting();
    const params = { id: person.id };
    await all.admin.call(setConsent, { params, body: { channel: 'mail', state: 'refused' } });
    await attempt(false);
    expect(await state()).toBe('refused');
    await all.admin.call(setConsent, { params, body: { channel: 'mail', state: 'agreed' } });
    expect((await all.send(id, [person.id])).status).toBe(200);
    await all.work();
    expect([await state(), (await read(id)).state]).toEqual(['sent', 'done']);
  });

  it('who may have a mail when it is stopped is not written to by another mail', async () => {
    const cutting = await cuttingSmtp();
    mailTo(cutting.url);
    const { id, person, attempt, state } = await waiting();
    await expect(attempt(false)).rejects.toThrow();
    await all.admin.call(stopBroadcast, { params: { id } });
    expect(await state()).toBe('stopped');
    expect((await all.send(id, [person.id])).status).toBe(409);
  });
});
