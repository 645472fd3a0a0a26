/** Sends mail: over SMTP, or into files of DATA_DIR/mail where no SMTP_URL is set. Called by jobs alone. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Nodemailer from 'nodemailer';
import type { Config } from '#platform/config.ts';
import { Unrecoverable } from '#platform/jobs/unrecoverable.ts';

export interface Letter {
  /** Names the letter for good: one that is sent again has the same Message-ID. */
  key: string;
  /** Who sends it, as people read it. */
  sender: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** An invitation that calendars take in. */
  icalendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

export interface Mailer {
  /** Done when the server has taken it (or the file is there). Throws what it said; {@link Unrecoverable} when for good. */
  send(letter: Letter): Promise<void>;
  close(): void;
}

export function openMailer({ smtpUrl, mailFrom, dataDir }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer {
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  const mailOf = ({ key, sender, icalendar, ...rest }: Letter) => ({
    ...rest,
    ...(icalendar && { icalEvent: { filename: 'invitation.ics', ...icalendar } }),
    from: { name: sender, address: mailFrom },
    messageId: `<${key}@${domain}>`,
    // No out-of-office answers to what a machine wrote.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return smtpUrl ? smtpMailer(smtpUrl, mailOf) : fileMailer(join(dataDir, 'mail'), mailOf);
}

type MailOf = (letter: Letter) => Nodemailer.SendMailOptions;
type Library = Pick<typeof Nodemailer, 'createTransport'>;

/** Opened with the first letter: the library is large, and most processes never send one. */
function late<Sent>(open: (library: Library) => Nodemailer.Transporter<Sent>) {
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
  const transport = late(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return {
    async send(letter) {
      const { message } = await transport.sendMail(mailOf(letter));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${letter.key}.eml`);
      // Whole or not at all; sent twice, it is the same file.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => transport.close(),
  };
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  /** The server's own words. */
  response?: string;
}

/** The server's word on this letter, not on us: who we are (AUTH) and how we connect (TLS) an operator can mend. */
const isForGood = ({ code, responseCode = 0 }: SmtpError) =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500 && responseCode < 600;

function smtpMailer(url: string, mailOf: MailOf): Mailer {
  const { protocol, username, hostname } = new URL(url);
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const transport = late(({ createTransport }) =>
    createTransport({
      url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // A password never goes over a network in the clear, whatever the server offers.
      requireTLS: protocol === 'smtp:' && username !== '' && !isHere,
    }),
  );
  return {
    async send(letter) {
      await transport.sendMail(mailOf(letter)).catch((error: SmtpError) => {
        const said = error.response ?? error.message;
        throw isForGood(error) ? new Unrecoverable(said, { cause: error }) : new Error(said, { cause: error });
      });
    },
    close: () => transport.close(),
  };
}
