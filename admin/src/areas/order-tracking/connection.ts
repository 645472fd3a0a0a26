/** One Firebase app: made at first use, signed in where the documents are hosted, and again when that ran out. */
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import { initializeFirestore, setLogLevel, type Firestore } from 'firebase/firestore/lite';
import type { TrackingAccess } from '#contract/order-tracking.ts';
import { tokenClaims } from '#kit/api/token-claims.ts';
import { rulesRefused } from './tracking-failure.ts';

// The SDK would write whole requests to the console, e-mail addresses too; failures are told by the page.
setLogLevel('silent');

/** The hosted rules refuse a sign-in of more than an hour ago, with the code of whoever may not. */
const isOver = (code: unknown) => code === 'unauthenticated' || code === 'permission-denied';

type Hosted = Extract<TrackingAccess, { mode: 'hosted' }>;

/**
 * What Google refuses who has just signed in with a new token: our server, which gave that, knows the account and its
 * role. A stranger all the same is one by the sign-in; who is known, and may not, by the project's rules.
 */
function refusedByGoogle(error: unknown, { projectId, token }: Hosted): unknown {
  const { code, message } = Object(error) as { code?: unknown; message?: string };
  if (code === 'unauthenticated') return Object.assign(new Error(message), { code: 'auth/id-token-refused' });
  if (code !== 'permission-denied') return error;
  const { uid, claims } = tokenClaims(token);
  const who = JSON.stringify({ uid, ...Object(claims) });
  return Object.assign(new Error(`The rules of the project ${projectId} refuse ${who}`), { code: rulesRefused });
}

/** Names the apps: a random id would need crypto.randomUUID, which plain http has not. */
let connections = 0;

export class Connection {
  private opened: Promise<{ app: FirebaseApp; db: Firestore }> | undefined;
  private renewal: Promise<TrackingAccess> | undefined;
  private readonly access: () => Promise<TrackingAccess>;
  private readonly origin: string;

  constructor(access: () => Promise<TrackingAccess>, origin: string) {
    this.access = access;
    this.origin = origin;
  }

  /** Runs a request; when the access has run out, renews it, once for all that met that, and tries once more. */
  async run<Result>(request: (db: Firestore) => Promise<Result>): Promise<Result> {
    const { app, db } = await this.open();
    const before = this.renewal;
    try {
      return await request(db);
    } catch (error) {
      if (!isOver((error as { code?: unknown }).code)) throw error;
      const renewal = this.renewal === before || !this.renewal ? this.signIn(app) : this.renewal;
      this.renewal = renewal;
      const access = await renewal;
      return request(db).catch((again: unknown) => {
        throw access.mode === 'hosted' ? refusedByGoogle(again, access) : again;
      });
    }
  }

  async close(): Promise<void> {
    const opened = this.opened;
    this.opened = undefined;
    if (opened) await deleteApp((await opened).app);
  }

  private async signIn(app: FirebaseApp): Promise<TrackingAccess> {
    const access = await this.access();
    await signIn(app, access);
    return access;
  }

  private open() {
    this.opened ??= this.connect().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  private async connect() {
    const access = await this.access();
    const app = initializeApp({ projectId: access.projectId, apiKey: access.apiKey }, `tracking-${(connections += 1)}`);
    await signIn(app, access);
    return { app, db: initializeFirestore(app, access.mode === 'embedded' ? this.ownHost(access.path) : {}) };
  }

  private ownHost(path: string) {
    const { host, protocol } = new URL(this.origin);
    return { host: `${host}${path}`, ssl: protocol === 'https:' };
  }
}

/**
 * Hosted documents ask for a Firebase sign-in, kept in memory alone; embedded ones for the cookie that the browser
 * sends.
 */
async function signIn(app: FirebaseApp, access: TrackingAccess): Promise<void> {
  if (access.mode === 'embedded') return;
  const { initializeAuth, inMemoryPersistence, signInWithCustomToken } = await import('firebase/auth');
  await signInWithCustomToken(initializeAuth(app, { persistence: inMemoryPersistence }), access.token);
}
