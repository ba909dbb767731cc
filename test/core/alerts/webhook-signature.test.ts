import { describe, expect, it } from 'vitest';
import {
  newSigningSecret,
  publicKeyOf,
  signatureOf,
  webhookHeaders,
} from '../../../src/core/alerts/webhook-signature.ts';
import { isSignedByPair, isSignedWith } from '../../support/alert-endpoint.ts';

const AT = new Date('2026-03-04T05:06:07.890Z');
const message = { id: 'msg_1', body: '{"type":"alert.events","name":"Zürich"}' };
const signedBy = (...secrets: readonly string[]) => ({
  ...message,
  headers: webhookHeaders(message, secrets, AT),
});

describe('signatures of deliveries', () => {
  it('are made with a secret that both sides have', () => {
    const [secret, other] = [newSigningSecret('v1'), newSigningSecret('v1')];
    expect([signatureOf(secret), publicKeyOf(secret)]).toEqual(['v1', null]);
    const sent = signedBy(secret);
    expect(sent.headers['webhook-timestamp']).toBe('1772600767');
    expect(isSignedWith(secret, sent as never)).toBe(true);
    expect(isSignedWith(other, sent as never)).toBe(false);
  });

  it('are made with a key pair, of which the public key checks them', () => {
    const [secret, other] = [newSigningSecret('v1a'), newSigningSecret('v1a')];
    expect(signatureOf(secret)).toBe('v1a');
    const publicKey = String(publicKeyOf(secret));
    expect(publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    const sent = signedBy(secret);
    expect(sent.headers['webhook-signature']).toMatch(/^v1a,[A-Za-z0-9+/]{86}==$/);
    expect(isSignedByPair(publicKey, sent as never)).toBe(true);
    expect(isSignedByPair(String(publicKeyOf(other)), sent as never)).toBe(false);
    expect(isSignedByPair(publicKey, { ...sent, body: `${message.body} ` } as never)).toBe(false);
  });

  it('stand side by side while two secrets are good', () => {
    const [secret, former] = [newSigningSecret('v1a'), newSigningSecret('v1a')];
    const sent = signedBy(secret, former);
    for (const one of [secret, former])
      expect(isSignedByPair(String(publicKeyOf(one)), sent as never)).toBe(true);
  });
});
