/** `/healthz`: 200 while the server can answer from its database, and the database is of its version. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { areas } from './address.ts'
import { sendBusy, sendOutdated } from './errors.ts'

export function addHealth(app: FastifyInstance, database: Database): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    handler: async (request, reply) => {
      const alive = await database.checkModel().then(
        () => true,
        () => false,
      )
      if (!alive) return sendBusy(request, reply)
      if (database.modelVersion.isOutdated) return sendOutdated(request, reply)
      return reply
        .header('cache-control', 'no-store')
        .header('content-type', 'application/json; charset=utf-8')
        .send('{"status":"ok"}')
    },
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (database.modelVersion.isOutdated && isOfArea(request.url)) void sendOutdated(request, reply)
    else done()
  })
}

const isOfArea = (url: string): boolean => areas.some((area) => url.startsWith(`/${area}/`))
