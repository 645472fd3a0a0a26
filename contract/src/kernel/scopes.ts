/** Scopes of API keys: what a program may do with a key. An endpoint names the scope that it needs (`scope`). */

/** Scopes with their labels and what they allow, in the order of the form. */
export const apiScopes = {
  'members:read': { label: 'Read members', allows: 'Lists people and reads their profiles.' },
  'members:write': { label: 'Write members', allows: 'Registers members and changes their profiles.' },
  'catalogue:read': {
    label: 'Read the catalogue',
    allows: 'Reads courses, learning paths, plans and products with their prices.',
  },
  'orders:read': { label: 'Read orders', allows: 'Lists orders and reads their items and totals.' },
  'orders:write': { label: 'Write orders', allows: 'Quotes prices and places orders for members.' },
  'payments:write': { label: 'Report payments', allows: 'Records payments of orders, which give members access.' },
  'access:read': { label: 'Read access', allows: 'Reads what a member may open, and why.' },
  'progress:write': { label: 'Write progress', allows: 'Records finished lessons and quiz attempts.' },
  'submissions:write': { label: 'Hand in work', allows: 'Hands in final projects with their files.' },
  'certificates:read': { label: 'Read certificates', allows: 'Lists certificates and reads one by its code.' },
  'attendance:write': { label: 'Write attendance', allows: 'Records who attended a class.' },
  'vouchers:write': { label: 'Write event vouchers', allows: 'Redeems vouchers of events for members.' },
  'proposals:write': {
    label: 'Propose changes',
    allows: 'Proposes changes, and sees what they would do. A person signs or refuses each.',
  },
} as const;

export type ApiScope = keyof typeof apiScopes;
export const scopeNames = Object.keys(apiScopes) as [ApiScope, ...ApiScope[]];
