/** A server with topics of a module: rooms, in which what is said is stored in a table. */
import type { AddressInfo } from 'node:net'
import { publishTopic, type Transaction } from '../../../runtime/server/db/index.ts'
import type { TopicKind } from '../../../runtime/server/hub/topic-kind.ts'
import { openTestApp, type TestApp } from '../access/access-app.ts'
import type { Engine } from '../../support/databases.ts'
import type { HubSite } from './hub-client.ts'

/** Tests change it while clients are connected. */
export const roomRights = { isOpenToAll: true }

/** `room:<id>`: what happened is in a table of its own. */
const rooms: TopicKind = {
  name: 'room',
  mayRead: async ({ scope, key }) =>
    scope.actor !== null && (scope.actor.super || roomRights.isOpenToAll) && key !== 'secret',
  async fetch({ scope, topic }, after, limit) {
    const rows = await scope.database.query
      .selectFrom('room_entry')
      .select(['seq', 'text'])
      .where('topic', '=', topic)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ seq: Number(row['seq']), data: String(row['text']) }))
  },
  maySend: async () => true,
  openStream: (stream) =>
    new Promise((resolve) => {
      stream.onMessage(async (data, isBinary) => {
        const { member, key } = await stream.call()
        if (!isBinary) throw new Error('a text')
        stream.send(Buffer.concat([data, Buffer.from(` of ${key} ${member === null}`)]))
      })
      stream.onClose(() => resolve())
    }),
}

export const createRoomTable = (trx: Transaction): Promise<void> =>
  trx.schema
    .createTable('room_entry')
    .addColumn('topic', 'text')
    .addColumn('seq', 'integer')
    .addColumn('text', 'text')
    .execute()

/** Says something in a room. */
export async function speak(trx: Transaction, topic: string, text: string, isCopied = true): Promise<number> {
  const seq = await publishTopic(trx, topic, isCopied ? text : undefined)
  await trx.insertInto('room_entry').values({ topic, seq, text }).execute()
  return seq
}

export interface HubApp extends TestApp {
  readonly address: string
  site(admin: number, origin?: string): Promise<HubSite>
}

export async function openHubApp(engine: Engine, more: Parameters<typeof openTestApp>[1] = {}): Promise<HubApp> {
  const app = await openTestApp(engine, { topics: [rooms], ...more })
  await app.running.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.running.app.server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  const site = async (admin: number, origin?: string): Promise<HubSite> => ({
    address,
    token: await app.token(admin),
    ...(origin && { origin }),
  })
  return { ...app, address, site }
}
