/** `/healthz`: 200 while the server can answer from its database. */
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { sendBusy } from './errors.ts'

export function addHealth(app: FastifyInstance, database: Database): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    handler: async (request, reply) => {
      const alive = await sql`select 1`.execute(database.query).then(
        () => true,
        () => false,
      )
      if (!alive) return sendBusy(request, reply)
      return reply
        .header('cache-control', 'no-store')
        .header('content-type', 'application/json; charset=utf-8')
        .send('{"status":"ok"}')
    },
  })
}
