/** The log as requests write it. */
import type { FastifyRequest } from 'fastify'
import type { QueryTree } from '../../../protocol/index.ts'
import { createAudit, type AuditContext } from './audit.ts'
import type { Audit } from './entry.ts'
import { plainQuery } from './mask.ts'

/** The body of a request is read again when the entry is written, because an operation may read it in parts. */
export function requestAudit(request: FastifyRequest, query: QueryTree, actor: AuditContext['actor']): Audit {
  return createAudit({
    actor,
    url: request.url,
    ip: request.ip,
    agent: String(request.headers['user-agent'] ?? ''),
    params: () => {
      // Bytes that another server sent, a payment for example, are nothing for the log.
      const body = (Buffer.isBuffer(request.body) ? {} : (request.body ?? {})) as Readonly<Record<string, unknown>>
      return query.size === 0 ? body : { ...plainQuery(query), ...body }
    },
  })
}
