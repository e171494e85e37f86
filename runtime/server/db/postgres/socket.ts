/** What the driver's connections are made of. */
import type { Socket } from 'node:net'
import type pg from 'pg'

/** The socket of a connection, of which the types of the driver do not tell. */
export const socketOf = (client: pg.Client | pg.PoolClient): Socket =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream
