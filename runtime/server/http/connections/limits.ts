/** Limits that prevent one client from starving the others. Sizes in bytes, times in milliseconds. */
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import underPressure from '@fastify/under-pressure'
import { sendBusy } from '../errors.ts'

/** Receiving a request may take as long as a slow upload needs; `arrival.ts` limits other bodies further. */
export const timeLimits = {
  requestTimeout: 600_000,
  // Guard T71: headers arrive in ten seconds.
  // Without: http: { headersTimeout: 0, connectionsCheckingInterval: 5_000 }
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
} as const satisfies FastifyServerOptions & { http: object }

/**
 * @param maxDelay mean delay of the event loop above which new requests are turned away until it has caught up; 0 =
 * never
 */
export async function addUnderPressure(app: FastifyInstance, maxDelay = 1000): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelay,
    pressureHandler: (request, reply) => void sendBusy(request, reply),
  })
}
