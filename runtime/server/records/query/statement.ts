/** Statements of the quick and long reads, which other threads or connections run. */
import { randomUUID } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import type { Database, Statement } from '../../db/index.ts'
import { nowSeconds } from '../../core/clock.ts'

/** Stands for the present in what is built once for a model. Unguessable, so that no value can be mistaken for it. */
export const nowSlot = `now ${randomUUID()}`

/** @param now Unix seconds; the same everywhere in the statement */
export function statementOf({ query }: Database, statement: RawBuilder<unknown>, now = nowSeconds()): Statement {
  const { sql, parameters } = statement.compile(query)
  return { sql, parameters: parameters.map((parameter) => (parameter === nowSlot ? now : parameter)) }
}
