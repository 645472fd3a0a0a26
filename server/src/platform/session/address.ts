/** Client addresses, for counting failed sign-ins and for recognizing sessions. */
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Address of a caller. IPv6: networks of 64 (in `address`), 56 and 48 bits; IPv4: the address alone. */
export interface Origin {
  address: string;
  network56: string | null;
  network48: string | null;
}

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;

/** Address reported by a trusted proxy, or that of the socket if the reported one is invalid. */
export function parsedAddress({ ip, socket }: FastifyRequest): Parsed | undefined {
  const text = ipaddr.isValid(ip) ? ip : (socket.remoteAddress ?? '');
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

const isIPv6 = (address: Parsed): address is ipaddr.IPv6 => address.kind() === 'ipv6';

function network(address: ipaddr.IPv6, bits: 48 | 56 | 64): string {
  const parts = address.parts.slice(0, Math.ceil(bits / 16));
  if (bits === 56) parts[3] = (parts[3] ?? 0) & 0xff00;
  return `${parts.map((part) => part.toString(16)).join(':')}::/${bits}`;
}

export function originOf(request: FastifyRequest): Origin {
  const address = parsedAddress(request);
  if (!address) return { address: 'unknown', network56: null, network48: null };
  if (!isIPv6(address)) return { address: address.toString(), network56: null, network48: null };
  return { address: network(address, 64), network56: network(address, 56), network48: network(address, 48) };
}

/** Shortened address such as `192.0.2.x` or `2001:db8:7::/48`: enough to tell networks apart. */
export function shortAddress(request: FastifyRequest): string {
  const address = parsedAddress(request);
  if (!address) return '';
  return isIPv6(address) ? network(address, 48) : address.toString().replace(/\d+$/, 'x');
}
