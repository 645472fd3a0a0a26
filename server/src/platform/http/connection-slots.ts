/** Connection limits, overall and per address (IPv6: network of 64 bits); waiting ones are closed first. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, type Socket, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '#platform/session/address.ts';
import type { TrustedProxies } from '../config-values.ts';

export interface SlotLimits {
  /** Upper limit of concurrent connections. */
  max: number;
  /** Upper limit per address, except for trusted proxies, which forward everybody's connections. */
  maxPerAddress: number;
}

type Waiting = 'silent' | 'idle';

/** Connections of one address. Waiting ones are numbered in the order in which they began to wait. */
interface Holder {
  count: number;
  /** Connections without a request so far. */
  silent: Map<Socket, number>;
  /** Keep-alive connections between requests. */
  idle: Map<Socket, number>;
}

/** Closes the holder's longest waiting connection in this state; returns whether there was one. */
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

  /**
   * Closes one waiting connection: silent before idle ones, and from the holder with most of them. Returns whether
   * there was one.
   */
  makeRoom(): boolean {
    return (['silent', 'idle'] as const).some((state) => closeOldest(this.#largest(state), state));
  }

  /**
   * Holder with most connections in this state; of equal ones, the one with the longest waiting. Not sorted, since this
   * runs under load.
   */
  #largest(state: Waiting): Holder | undefined {
    let largest: { holder: Holder; size: number; since: number } | undefined;
    for (const holder of this.#all.values()) {
      const { size } = holder[state];
      const [since = Infinity] = holder[state].values();
      if (size > (largest?.size ?? 0) || (size === largest?.size && since < largest.since))
        largest = { holder, size, since };
    }
    return largest?.holder;
  }
}

/** Predicate for addresses of trusted proxies. */
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

/** Enforces the limits. Returns a function that makes room for one more connection if one is waiting. */
export function limitConnections(app: FastifyInstance, limits: SlotLimits, proxies: TrustedProxies): () => boolean {
  const holders = new Holders();
  const isTrusted = trustedBy(proxies);
  const holderOf = new WeakMap<Socket, Holder>();
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const holder = holders.add(socket, networkOf(remoteAddress));
    holderOf.set(socket, holder);
    const isTooMany = holder.count > limits.maxPerAddress && !isTrusted(remoteAddress);
    if (isTooMany && !closeOldest(holder, 'silent') && !closeOldest(holder, 'idle')) socket.destroy();
    if (holders.count > limits.max) holders.makeRoom();
    // Added last, so that it does not close itself.
    if (!socket.destroyed) holders.wait(socket, holder, 'silent');
  });
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const holder = holderOf.get(socket);
    holder?.silent.delete(socket);
    holder?.idle.delete(socket);
    response.once('close', () => {
      if (holder && !socket.destroyed) holders.wait(socket, holder, 'idle');
    });
  });
  return () => holders.makeRoom();
}
