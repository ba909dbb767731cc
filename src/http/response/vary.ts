import type { FastifyReply } from 'fastify';

/** Adds a field name to `Vary`, beside what the handler set. */
export function addVary(reply: FastifyReply, field: string): void {
  const current = String(reply.getHeader('vary') ?? '');
  const fields = current.split(',').map((name) => name.trim().toLowerCase());
  if (fields.includes(field.toLowerCase()) || fields.includes('*')) return;
  reply.header('vary', current === '' ? field : `${current}, ${field}`);
}
