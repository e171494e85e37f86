/**
 * Servers that use the same database, of any machine: each has an entry that it renews, since a server that goes on
 * with former tables is what the designer may not leave behind.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { nowSeconds } from '../../core/clock.ts'
import type { Database } from '../../db/index.ts'
import { metaTable } from '../../db/ownership.ts'

/** Seconds between two renewals, and without one after which an entry is that of a server which was killed. */
const renewSeconds = 60
const maxAge = 150
const prefix = 'server:'

interface Entry {
  readonly host: string
  readonly pid: number
  /** Seconds since 1970. */
  readonly time: number
}

export interface OtherServers {
  /** From now on the others know of this one. */
  readonly join: () => Promise<void>
  readonly areThere: () => Promise<boolean>
  /** Closes nothing; the database has to be open. */
  readonly leave: () => Promise<void>
}

export function createOtherServers(database: Database): OtherServers {
  const key = `${prefix}${randomUUID()}`
  let timer: NodeJS.Timeout | undefined
  const renew = (): Promise<void> => {
    const entry: Entry = { host: hostname(), pid: process.pid, time: nowSeconds() }
    const value = JSON.stringify(entry)
    return database.write(async (trx) => {
      await trx
        .insertInto(metaTable)
        .values({ key, value })
        .onConflict((on) => on.column('key').doUpdateSet({ value }))
        .execute()
    })
  }
  return {
    async join() {
      // A disk that is full now may have room later.
      await renew().catch(() => {})
      timer = setInterval(() => void renew().catch(() => {}), renewSeconds * 1000).unref()
    },
    async areThere() {
      const rows = await database.query
        .selectFrom(metaTable)
        .select(['key', 'value'])
        .where('key', 'like', `${prefix}%`)
        .where('key', '<>', key)
        .execute()
      return rows.some(({ value }) => isAlive(JSON.parse(String(value)) as Entry))
    },
    async leave() {
      clearInterval(timer)
      // After a change of the tables this server may write nothing else; its last line is no record.
      database.modelVersion.release()
      await database.write((trx) => trx.deleteFrom(metaTable).where('key', '=', key).execute()).catch(() => {})
    },
  }
}

function isAlive({ host, pid, time }: Entry): boolean {
  if (time < nowSeconds() - maxAge) return false
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
