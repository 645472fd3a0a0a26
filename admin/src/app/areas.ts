/** Areas of the admin app: every area.ts. */
import type { Area } from '#kit/area.ts';

const modules = import.meta.glob<Area>('../{areas,services}/*/area.ts', { eager: true, import: 'area' });

export const areas: readonly Area[] = Object.values(modules);
