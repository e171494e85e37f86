/**
 * Where a request carries its session token: in a header only. Addresses are logged and shared, cookies are sent
 * unasked.
 */
import type { FastifyRequest } from 'fastify'

export function requestToken(request: FastifyRequest): string | null {
  const token = request.headers['batoken'] ?? request.headers['ba-token']
  return typeof token === 'string' && token !== '' ? token : null
}
