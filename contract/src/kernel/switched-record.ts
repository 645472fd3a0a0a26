/**
 * Endpoints of a record that can be switched on and off: {@link recordEndpoints} plus a status, a status filter and a
 * switch.
 */
import { z } from 'zod';
import { type byIdOf, version, filter } from './fields.ts';
import { type Endpoint, type Messages, endpoint } from './endpoint.ts';
import { type FiltersOf, type RecordOptions, recordEndpoints } from './record-endpoints.ts';

/** `SwitchStatus` (switch-status.ts). */
const status = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
/** Query parameter: the status number, or what the badge says (ours). */
const statusFilter = <Badge extends string>(badges: readonly Badge[]) =>
  filter(
    z
      .enum(['0', '1', '2', '3', ...badges], `A status is 0 to 3, ${badges.join(', ')}`)
      .transform((typed) => (/\d/.test(typed) ? (Number(typed) as z.infer<typeof status>) : (typed as Badge))),
    'Status',
  );

const change = z.object({ status: z.union([z.literal(0), z.literal(1)], 'A status is 0 or 1') });
export type StatusSwitch = Endpoint<ReturnType<typeof byIdOf>, z.ZodUndefined, typeof change>;

interface SwitchedOptions extends RecordOptions {
  /** Words of the badges that a record can have. */
  badges: readonly string[];
  messages: RecordOptions['messages'] & { setStatus: Messages };
}

/**
 * Endpoints of {@link recordEndpoints} plus `setStatus`, which takes 0 INACTIVE or 1 ACTIVE and replies with the status
 * derived from the period.
 */
export function switchedEndpoints<const Options extends SwitchedOptions>(options: Options) {
  const badges: Options['badges'] = options.badges;
  const more: Options['more'] = options.more;
  const endpoints = recordEndpoints({
    ...options,
    more: { ...more, status },
    filters: { ...(options.filters as FiltersOf<Options>), status: statusFilter<Options['badges'][number]>(badges) },
  });
  const { area, url, roles, params } = endpoints.get;
  return {
    ...endpoints,
    setStatus: endpoint({
      area,
      method: 'PUT',
      url: `${url}/status/`,
      roles,
      params: params!,
      versioned: true,
      body: change,
      reply: endpoints.remove.reply.extend({ status, version }),
      messages: options.messages.setStatus,
    }),
  };
}
