/** Access tokens of a Google service account: a signed statement of who we are, exchanged for an hour's token. */
import { importPKCS8, SignJWT } from 'jose';
import { createPrivateKey } from 'node:crypto';

export interface ServiceAccount {
  clientEmail: string;
  /** PEM. */
  privateKey: string;
  /** The user of the workspace in whose name it acts; undefined: its own, in which Google invites no guests. */
  subject: string | undefined;
}

const scope = 'https://www.googleapis.com/auth/calendar.events';
/** A token is not used in its last minute. */
const spareMs = 60_000;

interface Granted {
  access_token: string;
  expires_in: number;
}

type Post = (url: string, init: RequestInit) => Promise<unknown>;

/** `post` sends and answers the body of a success. Answers how to get a token, and how to forget one that was refused. */
export function tokensOf({ clientEmail, privateKey, subject }: ServiceAccount, url: string, post: Post) {
  let present: { token: string; until: number } | undefined;
  async function ask(): Promise<string> {
    // Google's own files hold PKCS #8; a key in PKCS #1 is the same key.
    const pkcs8 = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
    const assertion = await new SignJWT({ scope, ...(subject && { sub: subject }) })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(url)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importPKCS8(pkcs8, 'RS256'));
    const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
    const granted = (await post(url, { method: 'POST', body })) as Granted;
    present = { token: granted.access_token, until: Date.now() + granted.expires_in * 1000 - spareMs };
    return present.token;
  }
  return {
    get: async (): Promise<string> => (present && present.until > Date.now() ? present.token : ask()),
    forget: () => (present = undefined),
  };
}
