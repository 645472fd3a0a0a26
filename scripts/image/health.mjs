/** Health check of the image: exit code 0 as long as the server in the container answers. */
const { PORT = '4000' } = process.env;
const isHealthy = await fetch(`http://127.0.0.1:${PORT}/api/health`).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isHealthy ? 0 : 1);
