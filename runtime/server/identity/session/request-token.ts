/**
 * Where a request carries its session token: in a header only. Addresses are logged and shared, cookies are sent
 * unasked.
 */
import type { FastifyRequest } from 'fastify'

// Guard T21: a token is looked for in two headers.
// Without: export const requestToken = ({ headers }: FastifyRequest): string | null => textOf(headers['batoken'] ??
// headers['ba-user-token'] ?? headers['ba-token'])
// Guard T40: no token in a cookie.
// Without: export const requestToken = ({ headers }: FastifyRequest): string | null => textOf(headers['batoken'] ??
// headers.cookie?.split('=')[1] ?? headers['ba-token'])
export const requestToken = ({ headers }: FastifyRequest): string | null =>
  textOf(headers['batoken'] ?? headers['ba-token'])

/** That of a member: clients send it beside that of an administrator. */
export const memberToken = ({ headers }: FastifyRequest): string | null =>
  textOf(headers['ba-user-token'] ?? headers['bausertoken'])

const textOf = (token: string | string[] | undefined): string | null =>
  typeof token === 'string' && token !== '' ? token : null
