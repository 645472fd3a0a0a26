/** HTTP endpoints of products. */
import type { FastifyInstance } from 'fastify';
import { products } from '#contract/product/endpoints.ts';
import { serveRecord } from '#platform/http/serve-record.ts';
import { productRecord } from './service.ts';

export const productRoutes = (app: FastifyInstance): void => serveRecord(app, products, productRecord);
