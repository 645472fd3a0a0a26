/**
 * Firebase app of one tracking client: created at first use, signed in where the documents are hosted, and signed in
 * again when the access expires.
 */
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import { initializeFirestore, setLogLevel, type Firestore } from 'firebase/firestore/lite';
import type { TrackingAccess } from '#contract/order-tracking/endpoints.ts';
import { tokenClaims } from '#kit/api/token-claims.ts';
import { rulesRefused } from './tracking-failure.ts';

// The SDK would log whole requests, with e-mail addresses; the page shows the errors.
setLogLevel('silent');

/** Hosted rules refuse a sign-in older than an hour with the same code as a missing permission. */
const isOver = (code: unknown) => code === 'unauthenticated' || code === 'permission-denied';

type Hosted = Extract<TrackingAccess, { mode: 'hosted' }>;

/**
 * Maps Google's refusal directly after a sign-in with a new token. Our server issued the token and has checked the
 * account and role, so the cause is the set-up: the sign-in (`unauthenticated`) or the project's rules
 * (`permission-denied`).
 */
function refusedByGoogle(error: unknown, { projectId, token }: Hosted): unknown {
  const { code, message } = Object(error) as { code?: unknown; message?: string };
  if (code === 'unauthenticated') return Object.assign(new Error(message), { code: 'auth/id-token-refused' });
  if (code !== 'permission-denied') return error;
  const { uid, claims } = tokenClaims(token);
  const who = JSON.stringify({ uid, ...Object(claims) });
  return Object.assign(new Error(`The rules of the project ${projectId} refuse ${who}`), { code: rulesRefused });
}

/** Suffix of the app's name; crypto.randomUUID is not available over plain http. */
let connections = 0;

/** Firestore of one client; `access` gets the access from the server, `origin` is where embedded documents are. */
export class Connection {
  private opened: Promise<{ app: FirebaseApp; db: Firestore }> | undefined;
  private renewal: Promise<TrackingAccess> | undefined;
  private readonly access: () => Promise<TrackingAccess>;
  private readonly origin: string;

  constructor(access: () => Promise<TrackingAccess>, origin: string) {
    this.access = access;
    this.origin = origin;
  }

  /** Runs a request. When the access has expired, renews it, once for all concurrent requests, and retries once. */
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
 * Hosted documents need a Firebase sign-in, kept in memory only; embedded ones use the cookie that the browser sends.
 */
async function signIn(app: FirebaseApp, access: TrackingAccess): Promise<void> {
  if (access.mode === 'embedded') return;
  const { initializeAuth, inMemoryPersistence, signInWithCustomToken } = await import('firebase/auth');
  await signInWithCustomToken(initializeAuth(app, { persistence: inMemoryPersistence }), access.token);
}
