/** Firebase project of the brand with hosted tracking documents; available if Google's emulator is installed. */
import { generateKeyPairSync } from 'node:crypto';
import { findEmulator } from '../conformance/emulator.ts';
import { googlePort } from './ports.ts';

export const jar = findEmulator();
export const project = { tenant: 'data', apiKey: 'a-key-of-the-browser', clientEmail: 'lectern@data.test' } as const;

/** Created by the parent process; child processes inherit it. */
const privateKey = (process.env['E2E_SERVICE_ACCOUNT_KEY'] ??= generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey);
export const serviceAccountKey = privateKey;

/** Environment of the server; empty without an emulator, so that all brands use embedded tracking. */
export const hostedEnvironment: Record<string, string> = jar
  ? {
      FIREBASE_DATA_PROJECT_ID: project.tenant,
      FIREBASE_DATA_API_KEY: project.apiKey,
      FIREBASE_DATA_CLIENT_EMAIL: project.clientEmail,
      FIREBASE_DATA_PRIVATE_KEY: privateKey,
      GOOGLE_ENDPOINT: `http://127.0.0.1:${googlePort}`,
    }
  : {};
