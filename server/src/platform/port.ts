/** Port that the server listens on, alone or shared by several processes. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

interface Place {
  port: number;
  host: string;
}

/** Checks that a port is free before several processes share it; 0 selects a free one. */
export async function findPort({ port, host }: Place): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw explainListenError(error, { port, host });
  });
  const freePort = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return freePort;
}

/** Error of listening on a port, as one sentence with the remedy. */
export function explainListenError(error: unknown, { port, host }: Place): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} is taken on ${host}; set PORT to another.`, { cause: error });
  if (code === 'EACCES')
    return new Error(`Port ${port} may not be opened by this user; set PORT to another.`, { cause: error });
  return error;
}

/**
 * Listen option by which the kernel distributes connections among the processes. A primary process that forwards them
 * would leave connections hanging when their process dies.
 */
export const listenOptions = { reusePort: process.platform === 'linux' };
