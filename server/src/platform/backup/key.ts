/** Key of an encrypted backup: an age recipient or identity, or a passphrase. */
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';

const shortest = 16;

export interface BackupKey {
  encrypter(): Promise<Encrypter>;
  /** Decrypter. @throws Error with one sentence if the key can only encrypt. */
  decrypter(): Decrypter;
}

/**
 * Parses a key: lines of `age1…` (can only encrypt), lines of `AGE-SECRET-KEY-…`, or one passphrase. Lines beginning
 * with # are comments, as in files of age-keygen. Errors never contain the key.
 */
export function readKey(text: string): BackupKey {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length > 0 && lines.every((line) => /^(age1|AGE-SECRET-KEY-)/.test(line))) return ageKey(lines);
  const [passphrase = ''] = lines;
  if (lines.length !== 1 || passphrase.length < shortest)
    throw new Error(
      `The backup key must be an age recipient (age1…), an age secret key, or one line of at least ${shortest} characters`,
    );
  return passphraseKey(passphrase);
}

/** Generates a key pair in the format of age-keygen. */
export async function newKey(): Promise<string> {
  const secret = await generateIdentity();
  return `# public key: ${await identityToRecipient(secret)}\n${secret}\n`;
}

function ageKey(lines: string[]): BackupKey {
  const secrets = lines.filter((line) => !line.startsWith('age1'));
  return {
    async encrypter() {
      const encrypter = new Encrypter();
      for (const line of lines) {
        await validAgeKey(async () =>
          encrypter.addRecipient(line.startsWith('age1') ? line : await identityToRecipient(line)),
        );
      }
      return encrypter;
    },
    decrypter() {
      if (secrets.length === 0)
        throw new Error('An age1… key only writes backups; reading one takes the AGE-SECRET-KEY-… that belongs to it');
      const decrypter = new Decrypter();
      for (const secret of secrets) decrypter.addIdentity(secret);
      return decrypter;
    },
  };
}

async function validAgeKey(work: () => Promise<void>): Promise<void> {
  await work().catch((cause: Error) => {
    throw new Error('The backup key looks like one of age and is none: a character of it is wrong or missing', {
      cause,
    });
  });
}

function passphraseKey(passphrase: string): BackupKey {
  return {
    encrypter: () => {
      const encrypter = new Encrypter();
      encrypter.setPassphrase(passphrase);
      return Promise.resolve(encrypter);
    },
    decrypter: () => {
      const decrypter = new Decrypter();
      decrypter.addPassphrase(passphrase);
      return decrypter;
    },
  };
}
