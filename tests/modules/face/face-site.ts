/** A server with fire safety, its records and the calls of devices and viewers. */
import { face } from '#generated/face/index.ts'
import { member } from '#generated/member/index.ts'
import { system } from '#generated/system/index.ts'
import { faceServer } from '../../../runtime/modules/face/server/index.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import type { Board, TileName } from '../../../runtime/modules/face/shared/dashboard.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import type { Engine } from '../../support/databases.ts'

export interface FaceSite {
  readonly app: TestApp
  readonly root: number
  /** Sets who may see the figures. */
  allow(viewers: 'nobody' | 'staff' | 'members' | 'everybody'): Promise<void>
  /** The figures as the super administrator sees them. */
  board(year?: number): Promise<Board>
  insert(table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void>
  /** Sends a report of a device. */
  report(token: string, body: unknown, language?: string): Promise<Reply>
  dispose(): Promise<void>
}

interface Reply {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly data: Readonly<Record<string, unknown>> | null
}

export async function openFace(engine: Engine): Promise<FaceSite> {
  const app = await openTestApp(engine, { servers: [faceServer, memberServer] }, [face, member, system])
  const root = await app.account('root', [await app.group('root', '*')])
  return {
    app,
    root,
    async allow(viewers) {
      const saved = await app.post(root, 'routine.Config/edit', { face_viewers: viewers })
      if (saved.code !== 1) throw new Error(`${saved.msg} ${JSON.stringify(saved.data)}`)
    },
    async board(year) {
      const answer = await app.get<Board>(root, `face.Dashboard/index${year ? `?year=${year}` : ''}`)
      if (answer.code !== 1) throw new Error(JSON.stringify(answer))
      return answer.data
    },
    insert: (table, rows) =>
      app.database.write(async (trx) => {
        const all = rows.map((row) => ({ version: 1, create_time: 1, update_time: 1, ...row }))
        for (let start = 0; start < all.length; start += 100)
          await trx
            .insertInto(table)
            .values(all.slice(start, start + 100))
            .execute()
      }),
    async report(token, body, language = 'en') {
      const answer = await app.running.app.inject({
        method: 'POST',
        url: '/api/face.FireDevice/alarms',
        headers: { 'x-device-token': token, 'think-lang': language, 'content-type': 'application/json' },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return { status: answer.statusCode, ...(JSON.parse(answer.body || '{}') as Omit<Reply, 'status'>) }
    },
    dispose: () => app.dispose(),
  }
}

export const tileOf = ({ tiles }: Board, name: TileName) => tiles.find((tile) => tile.name === name)!
