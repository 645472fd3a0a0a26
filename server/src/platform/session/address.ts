/** Where a call comes from: what failed sign-ins are counted by, and what people recognise their sessions by. */
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** An IPv6 address in its networks of 64, 56 and 48 bits; an IPv4 address is one of its own, and has no wider. */
export interface Origin {
  address: string;
  network56: string | null;
  network48: string | null;
}

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;

/** Who calls: as a trusted proxy says, unless what it says is no address. */
function parsedAddress({ ip, socket }: FastifyRequest): Parsed | undefined {
  const said = ipaddr.isValid(ip) ? ip : (socket.remoteAddress ?? '');
  return ipaddr.isValid(said) ? ipaddr.process(said) : undefined;
}

const isIPv6 = (address: Parsed): address is ipaddr.IPv6 => address.kind() === 'ipv6';

function network(address: ipaddr.IPv6, bits: 48 | 56 | 64): string {
  const parts = address.parts.slice(0, Math.ceil(bits / 16));
  if (bits === 56) parts[3] = (parts[3] ?? 0) & 0xff00;
  return `${parts.map((part) => part.toString(16)).join(':')}::/${bits}`;
}

/** What one party has of addresses at least: an IPv4 address, an IPv6 network of 64 bits. */
export function networkOf(said: string): string {
  if (!ipaddr.isValid(said)) return 'unknown';
  const address = ipaddr.process(said);
  return isIPv6(address) ? network(address, 64) : address.toString();
}

export function originOf(request: FastifyRequest): Origin {
  const address = parsedAddress(request);
  if (!address) return { address: 'unknown', network56: null, network48: null };
  if (!isIPv6(address)) return { address: address.toString(), network56: null, network48: null };
  return { address: network(address, 64), network56: network(address, 56), network48: network(address, 48) };
}

/** Enough to know an office from a café, and no more: `192.0.2.x`, `2001:db8:7::/48`. */
export function shortAddress(request: FastifyRequest): string {
  const address = parsedAddress(request);
  if (!address) return '';
  return isIPv6(address) ? network(address, 48) : address.toString().replace(/\d+$/, 'x');
}
