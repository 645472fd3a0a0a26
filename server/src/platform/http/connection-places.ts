/** Who holds how many connections: none keeps others out, and those that only wait make room first. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, type Socket, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '#platform/session/address.ts';
import type { TrustedProxies } from '../config-values.ts';

export interface PlaceLimits {
  /** Connections at once. */
  most: number;
  /** Of one address, unless it is a trusted proxy's, which brings everybody's. */
  mostOfAddress: number;
}

type Waiting = 'silent' | 'idle';

/** The connections of one address. Those that wait are numbered as they began to: the first has waited longest. */
interface Holder {
  count: number;
  /** Nothing was asked on them yet. */
  silent: Map<Socket, number>;
  /** Answered, and kept for the next request. */
  idle: Map<Socket, number>;
}

/** Closes the connection of a holder that has waited longest in this state, if there is one. */
function closeOldest(holder: Holder | undefined, state: Waiting): boolean {
  const [oldest] = holder?.[state].keys() ?? [];
  oldest?.destroy();
  return oldest !== undefined;
}

class Holders {
  readonly #all = new Map<string, Holder>();
  #moments = 0;
  count = 0;

  /** Counts a connection until it closes. */
  add(socket: Socket, address: string): Holder {
    const holder = this.#all.get(address) ?? { count: 0, silent: new Map(), idle: new Map() };
    this.#all.set(address, holder);
    holder.count += 1;
    this.count += 1;
    socket.once('close', () => {
      this.count -= 1;
      holder.count -= 1;
      holder.silent.delete(socket);
      holder.idle.delete(socket);
      if (holder.count === 0) this.#all.delete(address);
    });
    return holder;
  }

  wait(socket: Socket, holder: Holder, state: Waiting): void {
    holder[state].set(socket, (this.#moments += 1));
  }

  /** Makes room for one more: silent ones go before kept ones, those of who has most of them before others'. */
  makeRoom(): boolean {
    return (['silent', 'idle'] as const).some((state) => closeOldest(this.#largest(state), state));
  }

  /** Of those with most in this state that of the oldest. Not sorted: this is asked under load. */
  #largest(state: Waiting): Holder | undefined {
    let found: { holder: Holder; size: number; since: number } | undefined;
    for (const holder of this.#all.values()) {
      const { size } = holder[state];
      const [since = Infinity] = holder[state].values();
      if (size > (found?.size ?? 0) || (size === found?.size && since < found.since)) found = { holder, size, since };
    }
    return found?.holder;
  }
}

/** Whether an address is one of the proxies that are trusted. */
function trustedBy(proxies: TrustedProxies): (address: string) => boolean {
  const list = new BlockList();
  for (const name of (proxies || []).flatMap((one) => (one === 'loopback' ? ['127.0.0.0/8', '::1'] : [one]))) {
    const [network = '', bits] = name.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return (address) => isIP(address) > 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Keeps to the limits. Answers how to make room for one more connection, if one waits. */
export function sharePlaces(app: FastifyInstance, limits: PlaceLimits, proxies: TrustedProxies): () => boolean {
  const holders = new Holders();
  const isTrusted = trustedBy(proxies);
  const held = new WeakMap<Socket, Holder>();
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const holder = holders.add(socket, networkOf(remoteAddress));
    held.set(socket, holder);
    const isTooMany = holder.count > limits.mostOfAddress && !isTrusted(remoteAddress);
    if (isTooMany && !closeOldest(holder, 'silent') && !closeOldest(holder, 'idle')) socket.destroy();
    if (holders.count > limits.most) holders.makeRoom();
    // Only now: it does not make room for itself.
    if (!socket.destroyed) holders.wait(socket, holder, 'silent');
  });
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const holder = held.get(socket);
    holder?.silent.delete(socket);
    holder?.idle.delete(socket);
    response.once('close', () => {
      if (holder && !socket.destroyed) holders.wait(socket, holder, 'idle');
    });
  });
  return () => holders.makeRoom();
}
