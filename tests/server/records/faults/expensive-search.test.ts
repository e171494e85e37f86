/**
 * T81 One account sends the most expensive searches it can, four at a time; the others go on with theirs. The long run
 * has as many records as a warehouse of some years.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { targetTable } from '../../../../runtime/server/db/column-storage.ts'
import type { Scope } from '../../../../runtime/server/operation/scope.ts'
import { OperationError } from '../../../../runtime/server/core/errors/operation-error.ts'
import { engines, type TestDatabase } from '../../../support/databases.ts'
import { index, maker, refusal, scopeOn, thing } from '../scope.ts'

const count = Number(process.env['TABLEWRIGHT_TEST_ROWS'] ?? 2000)

/** Fifty filters that no index serves and that every record passes; with a number of its own no count is cached. */
const expensive = (number: number): string =>
  `exact=1&${Array.from(
    { length: 50 },
    (_filter, at) =>
      `search[${at}][field]=note&search[${at}][operator]=NOT LIKE&search[${at}][val]=absent${number}-${at}`,
  ).join('&')}`

describe.each(engines)('T81 expensive searches on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open([maker, thing])
    await database.write((trx) =>
      sql`insert into ${targetTable('t_thing')} (name, code, note, status, weigh, createtime, version)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
        select 'thing ' || i, 'c' || i, 'a note of some length about record ' || i, 10, i, 1, 1 from n`.execute(trx),
    )
    await database.optimize()
  }, 120_000)
  afterAll(() => database.dispose())

  const scopeOf = (account: number, query: Partial<Scope['settings']['query']> = {}): Scope => {
    const scope = scopeOn(database, [maker, thing])
    return {
      ...scope,
      actor: { id: account, username: 'someone', super: true, nodes: new Set(), groups: [] },
      settings: { ...scope.settings, query: { ...scope.settings.query, ...query } },
    }
  }

  it.runIf(count * 100 > 8_000_000)('are refused before they run', async () => {
    expect((await refusal(index(scopeOf(1), thing, expensive(0)))).messageIn('en')).toMatch(/^This search is too large/)
  })

  it('that the budget allows end at the deadline and leave the others their quick search', async () => {
    const quick = async (at: number): Promise<number> => {
      const start = performance.now()
      expect((await index(scopeOf(2), thing, `quickSearch=thing ${count - at}`)).total).toBeGreaterThan(0)
      return performance.now() - start
    }
    const searches = Array.from({ length: 20 }, (_search, at) => at)
    const alone: number[] = []
    for (const at of searches) alone.push(await quick(at))
    const attacker = scopeOf(1, { deadlineMs: 1000, maxComparisons: Number.MAX_SAFE_INTEGER })
    const outcomes = new Map<string, number>()
    let isOver = false
    let sent = 0
    const attack = async (): Promise<void> => {
      do {
        const outcome = await index(attacker, thing, expensive(++sent)).then(
          () => 'answered',
          (error: unknown) => (error instanceof OperationError ? String(error.details.text) : String(error)),
        )
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      } while (!isOver)
    }
    const attacks = Promise.all([attack(), attack(), attack(), attack()])
    const beside: number[] = []
    for (const at of searches) beside.push(await quick(at + 100))
    isOver = true
    await attacks
    for (const outcome of outcomes.keys())
      expect(['answered', 'problem.query_deadline', 'problem.query_occupied']).toContain(outcome)
    if (count > 2000)
      console.log(
        `${engine.name}, ${count} records: quick search ${median(alone)} ms alone, ${median(beside)} ms beside four ` +
          `expensive searches (worst ${Math.round(Math.max(...beside))} ms); those: ${JSON.stringify([...outcomes])}`,
      )
  }, 120_000)
})

const median = (times: readonly number[]): number =>
  Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0)
