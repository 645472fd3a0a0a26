/** The port that the server is reached at: taken by one process, or shared by several. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

interface Place {
  port: number;
  host: string;
}

/** A port that nobody has yet, for processes that will share it; 0 becomes one that is free. */
export async function findPort({ port, host }: Place): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw explained(error, { port, host });
  });
  const found = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return found;
}

/** What went wrong with a port, in one sentence that says what to do. */
export function explained(error: unknown, { port, host }: Place): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} is taken on ${host}; set PORT to another.`, { cause: error });
  if (code === 'EACCES')
    return new Error(`Port ${port} may not be opened by this user; set PORT to another.`, { cause: error });
  return error;
}

/**
 * The system deals connections out to the processes that listen so. Not a first process that hands them on: what it has
 * handed to one that dies hangs until the caller gives up.
 */
export const shared = { reusePort: process.platform === 'linux' };
