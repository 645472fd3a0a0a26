/** Sending of mail over SMTP, or to files in DATA_DIR/mail without SMTP_URL. Called only by jobs. */
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Nodemailer from 'nodemailer';
import type { Config } from '#platform/config.ts';
import { Unrecoverable } from '#platform/jobs/unrecoverable.ts';

export interface Letter {
  /** Permanent id of the mail; resending it keeps the Message-ID. */
  key: string;
  /** Display name of the sender. */
  sender: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Calendar invitation. */
  icalendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
  attachment?: { filename: string; content: Buffer };
  /** Further headers. */
  headers?: Record<string, string>;
}

/** Connects to SMTP_URL and signs in, without sending anything. */
export async function checkMail(smtpUrl: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000 });
  await transport.verify().finally(() => transport.close());
}

export interface Mailer {
  /**
   * Resolves when the server accepted it (or the file is written). Throws the server's reply; {@link Unrecoverable} for
   * permanent failures.
   */
  send(letter: Letter): Promise<void>;
  close(): void;
}

/** Mailer for SMTP_URL, or else for files; it connects with the first letter. */
export function openMailer({ smtpUrl, mailFrom, dataDir }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer {
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  const mailOf = ({ key, sender, icalendar, attachment, headers, ...rest }: Letter) => ({
    ...rest,
    ...(attachment && { attachments: [attachment] }),
    ...(icalendar && { icalEvent: { filename: 'invitation.ics', ...icalendar } }),
    from: { name: sender, address: mailFrom },
    messageId: `<${key}@${domain}>`,
    // Suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return smtpUrl ? smtpMailer(smtpUrl, mailOf) : fileMailer(join(dataDir, 'mail'), mailOf);
}

type MailOf = (letter: Letter) => Nodemailer.SendMailOptions;
type Library = Pick<typeof Nodemailer, 'createTransport'>;

/** Creates the transport with the first mail, since the library is large and most processes send none. */
function lazyTransport<Sent>(open: (library: Library) => Nodemailer.Transporter<Sent>) {
  let opening: Promise<Nodemailer.Transporter<Sent>> | undefined;
  return {
    async sendMail(mail: Nodemailer.SendMailOptions): Promise<Sent> {
      opening ??= import('nodemailer').then(open);
      return (await opening).sendMail(mail);
    },
    close: () => void opening?.then((transport) => transport.close()),
  };
}

function fileMailer(folder: string, mailOf: MailOf): Mailer {
  const transport = lazyTransport(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return {
    async send(letter) {
      const { message } = await transport.sendMail(mailOf(letter));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${letter.key}.eml`);
      // Written atomically; resending overwrites the same file.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => transport.close(),
  };
}

/** Removes mails with an address that were written to files. */
export async function removeMailsTo({ dataDir }: Pick<Config, 'dataDir'>, address: string): Promise<void> {
  const folder = join(dataDir, 'mail');
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    if ((await readFile(file, 'utf8')).toLowerCase().includes(address.toLowerCase())) await rm(file, { force: true });
  }
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  /** Reply of the server. */
  response?: string;
  syscall?: string;
  timeoutType?: string;
}

/** Failures before a mail is begun: of its envelope, the login, the name of the server, and TLS. */
const beforeMail: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EAUTH', 'EDNS', 'ETLS']);

/**
 * Whether an error of {@link Mailer.send} means that the server certainly did not take the mail. A connection that breaks
 * leaves it open.
 */
export function wasNotTaken(error: unknown): boolean {
  const {
    code,
    responseCode = 0,
    syscall,
    timeoutType = 'SOCKET_TIMEOUT',
  } = ((error as Error).cause ?? {}) as SmtpError;
  const isRefused = code === 'EMESSAGE' && responseCode >= 400;
  return isRefused || beforeMail.has(code) || syscall === 'connect' || timeoutType !== 'SOCKET_TIMEOUT';
}

/**
 * Whether the server permanently refused this mail; problems of login (AUTH) or connection (TLS) can be fixed by an
 * operator.
 */
const isPermanent = ({ code, responseCode = 0 }: SmtpError) =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500 && responseCode < 600;

function smtpMailer(url: string, mailOf: MailOf): Mailer {
  const { protocol, username, hostname } = new URL(url);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const transport = lazyTransport(({ createTransport }) =>
    createTransport({
      url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // Never send a password unencrypted over a network, whatever the server offers.
      requireTLS: protocol === 'smtp:' && username !== '' && !isLocal,
    }),
  );
  return {
    async send(letter) {
      await transport.sendMail(mailOf(letter)).catch((error: SmtpError) => {
        const reply = error.response ?? error.message;
        throw isPermanent(error) ? new Unrecoverable(reply, { cause: error }) : new Error(reply, { cause: error });
      });
    },
    close: () => transport.close(),
  };
}
