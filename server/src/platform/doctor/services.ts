/** Checks of what is outside the database: mail, file store, Firestore, disk, backups and settings. */
import { randomUUID } from 'node:crypto';
import { tenants } from '#contract/kernel/endpoint.ts';
import { fileTypes } from '#contract/kernel/upload.ts';
import type { Config } from '#platform/config.ts';
import { diskWarning, freeSpace } from '#platform/disk.ts';
import { readFirestore } from '#platform/firestore.ts';
import { checkMail } from '#platform/mail/mailer.ts';
import { openStorage } from '#platform/storage/open.ts';
import { readStored } from '#platform/storage/read-stored.ts';
import { uncached } from '#platform/storage/storage.ts';
import { isTracingOn } from '#platform/tracing.ts';
import { examine, type Finding } from './finding.ts';

const bare = (url: string) => {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
};

/** Settings without secrets. */
export function settings(config: Config): Finding {
  const { databaseUrl, dataDir, s3, processes, worker, production, trustProxy, trail } = config;
  const texts = [
    `NODE_ENV ${production ? 'production' : 'development'}`,
    `DATA_DIR ${dataDir}`,
    `database ${databaseUrl ? bare(databaseUrl) : 'embedded'}`,
    `files ${s3 ? `S3 ${s3.bucket}` : 'in DATA_DIR'}`,
    `processes ${processes}`,
    `jobs ${worker ? 'in the servers' : 'in workers'}`,
    `proxies ${trustProxy === false ? 'none' : trustProxy.join(', ')}`,
    `traces ${isTracingOn(process.env) ? 'on' : 'off'}`,
    `trail kept for ${trail.days} days`,
  ];
  return { about: 'Settings', state: 'ok', text: texts.join('; ') };
}

const mail = ({ smtpUrl, production }: Config) =>
  examine('Mail', 'Check SMTP_URL, its password, and the firewall.', async () => {
    if (!smtpUrl)
      return [
        {
          about: 'Mail',
          state: production ? 'warning' : 'off',
          text: 'written to DATA_DIR/mail, not sent',
          todo: 'Set SMTP_URL and MAIL_FROM.',
        },
      ];
    await checkMail(smtpUrl);
    return [{ about: 'Mail', state: 'ok', text: `${new URL(smtpUrl).host} accepts the sign-in` }];
  });

/** Writes, reads and removes a file. */
const store = (config: Config) =>
  examine(
    'File store',
    'Check S3_* or the rights of DATA_DIR; the server writes, reads and removes files there.',
    async () => {
      const storage = await openStorage(config);
      const key = `coding/doctor/${randomUUID()}.vtt`;
      const type = fileTypes.find(({ extension }) => extension === 'vtt')!;
      try {
        await storage.put(key, type, Buffer.from(key), uncached);
        const read = await readStored(storage, key, AbortSignal.timeout(10_000));
        if (read.toString('utf8') !== key) throw new Error('A file is not read as it was written');
      } finally {
        await storage.remove(key).catch(() => undefined);
      }
      return [{ about: 'File store', state: 'ok', text: 'writes, reads and removes' }];
    },
  );

const firestore = ({ firebase }: Config) =>
  tenants.map((tenant) => {
    const about = `Firestore ${tenant}`;
    return examine(about, 'Check FIREBASE_*, the role of the service account, and the clock.', async () => {
      const project = firebase[tenant];
      if (!project) return [{ about, state: 'off', text: 'tracked orders are in the database' }];
      await readFirestore(project, 'doctor', ['doctor'], ['text']);
      return [{ about, state: 'ok', text: `${project.projectId} answers` }];
    });
  });

function disk(config: Config): Finding {
  const room = freeSpace(config);
  const warning = diskWarning(config);
  const free = room.map(({ of, free: bytes }) => `${of} ${Math.round(bytes / 1024 ** 3)} GB`).join(', ');
  if (warning)
    return {
      about: 'Disk',
      state: warning.startsWith('disk full') ? 'fault' : 'warning',
      text: warning,
      todo: 'Make room, or a larger disk.',
    };
  return { about: 'Disk', state: 'ok', text: free ? `free: ${free}` : 'no DATA_DIR yet' };
}

/** All checks; each has its own time limit. */
export async function examineServices(config: Config): Promise<Finding[]> {
  const found = await Promise.all([mail(config), store(config), ...firestore(config)]);
  return [...found.flat(), disk(config)];
}
