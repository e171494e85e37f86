/**
 * A transaction commits only where the recorded model is the one it was written for. The comparison is part of the
 * commit's own message to the server, so it takes no time of its own; whoever changes the model has locked the tables
 * before, so that no write can come between the comparison and the commit.
 */
import type pg from 'pg'
import { literal } from '../ddl.ts'
import { modelKeys } from '../model-version.ts'
import { metaTable } from '../ownership.ts'
import { codeOf, messageOf } from '../store-error.ts'

/** Stands in the error of a refused commit. */
const refusal = 'tablewright: another model is recorded'

/** No row as a rule, which takes the least time; the text of another version is no number and ends the transaction. */
const comparison = (version: string): string =>
  `select cast(value || ${literal(` ${refusal}`)} as integer) from ${metaTable} ` +
  `where key = ${literal(modelKeys.version)} and value <> ${version}`

const statementName = 'tablewright_model'
/** The name is unknown to the connection, or known already: whatever is between forwards names to any connection. */
const lostNames: readonly string[] = ['26000', '42P05']

/** Sends commits; each connection plans the comparison once, which takes longer than to run it. */
export class ModelCommit {
  readonly #version: () => string | null
  readonly #prepared = new WeakSet<pg.PoolClient>()
  #isPlain = false

  /** @param version the one with which writes are right; null = none is compared */
  constructor(version: () => string | null) {
    this.#version = version
  }

  async run(client: pg.PoolClient): Promise<pg.QueryResult> {
    const version = this.#version()
    if (version === null) return client.query('commit')
    if (this.#isPlain) return client.query(`${comparison(literal(version))}; commit`)
    const isPrepared = this.#prepared.has(client)
    this.#prepared.add(client)
    const prepare = isPrepared ? '' : `prepare ${statementName}(text) as ${comparison('$1')}; `
    try {
      return await client.query(`${prepare}execute ${statementName}(${literal(version)}); commit`)
    } catch (error) {
      this.#isPlain ||= lostNames.includes(codeOf(error))
      throw error
    }
  }
}

export const isRefusedCommit = (error: unknown): boolean => messageOf(error).includes(refusal)

/** A column or a table has another name or type. */
const otherCodes: readonly string[] = ['42703', '42P01', '42804']

/** Whether the error may come from a newer model than that of this process. */
export const isOfOtherModel = (error: unknown): boolean => isRefusedCommit(error) || otherCodes.includes(codeOf(error))
