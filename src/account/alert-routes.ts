import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ALERT_DIGESTS, ALERT_FORMATS } from '../core/alerts/alert.ts';
import { alertJson, alertWithSecretJson, deliveryJson } from '../core/alerts/alert-json.ts';
import { invalidParameter } from '../errors.ts';
import { textMembers } from './body.ts';
import { ACCOUNT_API, type AccountOptions, type AccountRequests } from './requests.ts';

const PATH = `${ACCOUNT_API}/alerts`;
type AlertRequest = FastifyRequest<{ Params: { id: string } }>;

/** The alerts of who is signed in. A secret is in the answer that made it and nowhere else. */
export function registerAlertRoutes(
  scope: FastifyInstance,
  { alerts, hasMail }: AccountOptions,
  requests: AccountRequests,
): void {
  scope.get(PATH, async (request) => {
    const account = await requests.require(request);
    return { alerts: (await alerts.list(account)).map(alertJson), has_mail: hasMail };
  });

  scope.post(PATH, async (request, reply) => {
    const account = await requests.require(request);
    const members = textMembers(request, ['name', 'query', 'url', 'format', 'digest']);
    const { name, query, url } = members;
    const format = ALERT_FORMATS.find((one) => one === members.format);
    if (!format) throw invalidParameter('format', members.format, `one of ${ALERT_FORMATS.join(', ')}`);
    const digest = ALERT_DIGESTS.find((one) => one === members.digest);
    if (!digest) throw invalidParameter('digest', members.digest, `one of ${ALERT_DIGESTS.join(', ')}`);
    const alert = await alerts.create(account, {
      name,
      document: { query, operationName: null, variables: {} },
      url: url === '' ? null : url,
      format,
      digest,
      signature: 'v1',
      pauseOnFailure: true,
    });
    request.log.info({ action: 'account.alerts.create', account: account.id, alert: alert.id }, 'audit');
    return reply.code(201).send(alertWithSecretJson(alert));
  });

  scope.post(`${PATH}/:id/pause`, async (request: AlertRequest) =>
    alertJson(await alerts.pause(await requests.require(request), request.params.id)),
  );
  scope.post(`${PATH}/:id/resume`, async (request: AlertRequest) =>
    alertJson(await alerts.resume(await requests.require(request), request.params.id)),
  );
  scope.post(`${PATH}/:id/test`, async (request: AlertRequest) =>
    deliveryJson(await alerts.test(await requests.require(request), request.params.id)),
  );
  scope.post(`${PATH}/:id/rotate-secret`, async (request: AlertRequest) => {
    const account = await requests.require(request);
    const alert = await alerts.rotateSecret(account, request.params.id);
    request.log.info({ action: 'account.alerts.rotate', account: account.id, alert: alert.id }, 'audit');
    return alertWithSecretJson(alert);
  });
  scope.post(`${PATH}/:id/replay`, async (request: AlertRequest) => {
    const account = await requests.require(request);
    const { since } = textMembers(request, ['since']);
    return alertJson(await alerts.replay(account, request.params.id, since));
  });
  scope.post(`${PATH}/:id/skip`, async (request: AlertRequest) =>
    alertJson(await alerts.skip(await requests.require(request), request.params.id)),
  );
  scope.get(`${PATH}/:id/deliveries`, async (request: AlertRequest) => {
    const tries = await alerts.deliveries(await requests.require(request), request.params.id);
    return { deliveries: tries.map(deliveryJson) };
  });

  scope.delete(`${PATH}/:id`, async (request: AlertRequest, reply) => {
    await alerts.remove(await requests.require(request), request.params.id);
    return reply.code(204).send();
  });
}
