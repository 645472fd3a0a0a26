/** Settings of hosted order tracking: the environment variables of each tenant's Firestore project. */
import type { z } from 'zod';
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import * as value from './config-values.ts';

/** Firestore project of a tenant, which holds its tracking documents in hosted mode (order-tracking.md). */
export interface FirebaseProject {
  projectId: string;
  /** Browser API key; public by design. */
  apiKey: string;
  /** Service account that signs custom tokens and reads documents. */
  clientEmail: string;
  /** PEM. */
  privateKey: string;
  /** Alternative endpoint, such as a proxy or a test server; undefined: Google's. */
  endpoint: string | undefined;
}

type FirebasePart = 'PROJECT_ID' | 'API_KEY' | 'CLIENT_EMAIL' | 'PRIVATE_KEY';
type FirebaseName = `FIREBASE_${Uppercase<Tenant>}_${FirebasePart}`;
/** Name of a tenant's variable, such as `FIREBASE_CODING_API_KEY`. */
export const firebaseName = (tenant: Tenant, part: FirebasePart) =>
  `FIREBASE_${tenant.toUpperCase() as Uppercase<Tenant>}_${part}` as const;

/** Schemas of all tenants' variables; each is optional. */
export const firebaseRules = Object.fromEntries(
  tenants.flatMap((tenant) => [
    [firebaseName(tenant, 'PROJECT_ID'), value.word.optional()],
    [firebaseName(tenant, 'API_KEY'), value.word.optional()],
    [firebaseName(tenant, 'CLIENT_EMAIL'), value.email.optional()],
    [firebaseName(tenant, 'PRIVATE_KEY'), value.pem.optional()],
  ]),
) as Record<FirebaseName, z.ZodOptional<z.ZodType<string>>>;
