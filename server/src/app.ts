/** Composes the whole server: the platform with the routes of every area. */
import type { FastifyInstance } from 'fastify';
import { type Deps, buildServer } from '#platform/http/server.ts';
import { areas } from './areas.ts';

export const routes = areas.flatMap((area) => area.routes);

export const buildApp = (deps: Deps): Promise<FastifyInstance> => buildServer(deps, routes);
