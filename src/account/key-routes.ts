import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tierJson } from '../core/access/tier-json.ts';
import { type AccountUsage, MAX_KEYS } from '../core/accounts/account-keys.ts';
import { type CreatedKey, keyJson } from '../core/keys/key-admin.ts';
import { dayJson, windowJson } from '../core/quota/usage.ts';
import { overlapMember, textMembers } from './body.ts';
import { ACCOUNT_API, type AccountOptions, type AccountRequests } from './requests.ts';

const PATH = `${ACCOUNT_API}/keys`;
type KeyRequest = FastifyRequest<{ Params: { id: string } }>;

/** The keys of who is signed in, and what they spent. A token is in the answer that made it and nowhere else. */
export function registerKeyRoutes(
  scope: FastifyInstance,
  { keys, tiers, contactUrl }: AccountOptions,
  requests: AccountRequests,
): void {
  const audit = (request: FastifyRequest, action: string, account: string, key: string) =>
    request.log.info({ action, account, key }, 'audit');
  const sendCreated = (reply: FastifyReply, { token, key }: CreatedKey) =>
    reply.code(201).send({ token, key: keyJson(key) });

  scope.get(PATH, async (request) => {
    const account = await requests.require(request);
    return { keys: (await keys.list(account)).map(keyJson), most: MAX_KEYS };
  });

  scope.get(`${ACCOUNT_API}/usage`, async (request) =>
    usageJson(await keys.usage(await requests.require(request))),
  );

  scope.get(`${ACCOUNT_API}/tiers`, async () => ({
    tiers: tiers.map(tierJson),
    contact_url: contactUrl,
  }));

  scope.post(PATH, async (request, reply) => {
    const account = await requests.require(request);
    const { name } = textMembers(request, ['name']);
    const created = await keys.create(account, name);
    audit(request, 'account.keys.create', account.id, created.key.id);
    return sendCreated(reply, created);
  });

  scope.post(`${PATH}/:id/rotate`, async (request: KeyRequest, reply) => {
    const account = await requests.require(request);
    const { id } = request.params;
    const created = await keys.rotate(account, id, overlapMember(request));
    audit(request, 'account.keys.rotate', account.id, id);
    return sendCreated(reply, created);
  });

  scope.delete(`${PATH}/:id`, async (request: KeyRequest) => {
    const account = await requests.require(request);
    const key = await keys.revoke(account, request.params.id);
    audit(request, 'account.keys.revoke', account.id, key.id);
    return keyJson(key);
  });
}

const usageJson = ({ tier, windows, days, byKey, byRoute }: AccountUsage) => ({
  tier: { id: tier.id, name: tier.name },
  minute: windowJson(windows.minute),
  day: windowJson(windows.day),
  days: days.map(dayJson),
  by_key: byKey.map(({ key: { id, name, last4 }, ...used }) => ({ id, name, last4, ...used })),
  by_route: byRoute,
});
