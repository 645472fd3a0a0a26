/** Ports of the browser tests: the server, and the local replacement of Google that the server calls. */
export const port = Number(process.env['E2E_PORT'] ?? 4890);
export const googlePort = port + 1;
/** OpenID provider of the brand data, which its tests start. */
export const openIdPort = port + 2;
/** Shop of `examples/storefront`, which its test starts. */
export const storefrontPort = port + 3;
/** Simulator of the payment gateways. */
export const simulatorPort = port + 4;
/** Simulator of WhatsApp. */
export const whatsAppPort = port + 5;
