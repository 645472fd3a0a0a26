/** Service account of Google: signs in by a JWT grant, and keeps and renews its access token. */

export interface GoogleAccount {
  clientEmail: string;
  /** PEM. */
  privateKey: string;
  /** Workspace user to impersonate; undefined: the service account itself. */
  subject?: string | undefined;
  /** Alternative endpoint, such as a proxy or a test server; undefined: Google's. */
  endpoint: string | undefined;
}

/** Token endpoint, which the client has hard-coded. */
const tokenUrl = 'https://oauth2.googleapis.com/token';

/** Signs in at the first request. The library is loaded on demand, since most installations do not use Google. */
export async function openGoogleAccount(
  { clientEmail, privateKey, subject, endpoint }: GoogleAccount,
  scope: string,
  /** Timeout of one call in milliseconds, including the response body. */
  callMs: number,
) {
  const { auth } = await import('@googleapis/calendar');
  return new auth.JWT({
    email: clientEmail,
    key: privateKey,
    scopes: [scope],
    ...(subject !== undefined && { subject }),
    transporterOptions: {
      timeout: callMs,
      ...(endpoint !== undefined && {
        fetchImplementation: (url, init) => fetch(String(url) === tokenUrl ? `${endpoint}/token` : url, init),
      }),
    },
  });
}

/** HTTP status of an error that Google answered; undefined without an answer. */
export const statusOf = (error: unknown) => (error as { response?: { status: number } }).response?.status;

/** Wrapper for calls of a client that connects at the first one; on 401, it reconnects and tries once more. */
export function reconnecting<Client>(connect: () => Promise<Client>) {
  let connected: Promise<Client> | undefined;
  const once = async <T>(work: (client: Client) => Promise<T>) => {
    connected ??= connect();
    return work(await connected);
  };
  return <T>(work: (client: Client) => Promise<T>) =>
    once(work).catch((error: unknown) => {
      if (statusOf(error) !== 401) throw error;
      connected = undefined;
      return once(work);
    });
}
