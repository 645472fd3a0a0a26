/** Runs first: sets the colour scheme and draws the page's frame while the code of the app is loading. */
import '@mantine/core/styles.layer.css';
import './app/styles.css';
import { isSignedIn } from '#kit/api/session.ts';
import { foldedKey, schemeKey } from './app/appearance-keys.ts';

// The content security policy refuses the compiler of zod's schemas.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const { dataset } = document.documentElement;
const scheme = localStorage.getItem(schemeKey) ?? 'auto';
const isDark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark';
dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
if (isSignedIn()) dataset['frame'] = localStorage.getItem(foldedKey) === 'true' ? 'folded' : 'open';

void import('./app/start.tsx');
// Loaded beside the start instead of after it.
if (isSignedIn()) void import('./app/routes.tsx');
// Creating the first formatter takes the browser 10 ms; here, the code of the app is loading meanwhile.
Intl.NumberFormat();
