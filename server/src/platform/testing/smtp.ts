/** SMTP server that keeps received mail, and refuses on demand. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Received {
  to: string[];
  messageId: string;
  headers: string;
  /** Headers and body, with the body decoded. */
  text: string;
}

export interface TestSmtp {
  port: number;
  url: string;
  /** Accepted mail (answered with 250). */
  taken: Received[];
  close(): Promise<void>;
}

const decoded = (raw: string) =>
  Buffer.from(
    raw
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Starts the server. `beforeTaken` may throw the reply to send instead of 250, or delay it. */
export async function testSmtp(
  options: SMTPServerOptions = {},
  beforeTaken: (mail: Received) => Promise<void> | void = () => undefined,
): Promise<TestSmtp> {
  const taken: Received[] = [];
  /** Error to reply with; undefined: the mail is accepted. */
  const answer = async (mail: Received): Promise<Error | undefined> => {
    try {
      await beforeTaken(mail);
    } catch (error) {
      return error as Error;
    }
    taken.push(mail);
    return undefined;
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('latin1');
        const mail = {
          to: session.envelope.rcptTo.map(({ address }) => address),
          messageId: /^Message-ID: (.*)$/im.exec(raw)?.[1] ?? '',
          headers: raw.slice(0, raw.indexOf('\r\n\r\n')),
          text: decoded(raw),
        };
        const say = async () => callback(await answer(mail));
        void say();
      });
    },
    ...options,
  });
  // Clients may be killed during a session.
  server.on('error', () => undefined);
  const listening = server.listen(0, '0.0.0.0');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** Error reply of an SMTP server. */
export const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });
