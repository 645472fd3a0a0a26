/** TCP proxy that can drop all data, like a broken network (connections stay open), or insert data. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface LossyProxy {
  port: number;
  /** While true, data in both directions is lost for good. */
  swallows: boolean;
  /** Number of clients that lost data. */
  readonly bereft: number;
  /** Inserted once before the target's next data. */
  inserts: Buffer | undefined;
  close(): void;
}

export async function lossyProxy(target: { host: string; port: number }): Promise<LossyProxy> {
  const sockets = new Set<Socket>();
  const bereft = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (proxy.swallows) return void bereft.add(near);
        if (from === far && proxy.inserts) to.write(proxy.inserts);
        if (from === far) proxy.inserts = undefined;
        to.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (!proxy.swallows) to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: LossyProxy = {
    port: (server.address() as AddressInfo).port,
    swallows: false,
    get bereft() {
      return bereft.size;
    },
    inserts: undefined,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return proxy;
}
