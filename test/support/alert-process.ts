import { pino } from 'pino';
import { createServer } from '../../src/app/server.ts';
import { openServices } from '../../src/app/services.ts';
import { readConfig } from '../../src/config.ts';

/** A serving process with waits of a test's own, as JSON in ALERT_TIMES; writes a line once it serves. */
const config = readConfig(process.env);
const logger = pino({ level: 'silent' });
const services = await openServices(config, logger);
const alertTimes = JSON.parse(process.env.ALERT_TIMES ?? '{}');
const server = await createServer(services, config, {
  logger,
  version: '0.0.0',
  dataOrigin: null,
  alertTimes,
});
await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write('serving\n');
