/** An implementation of a contract, and how a test calls it. */
import type { ContractCall, Scope } from 'tablewright/server'
import { partOf } from '../support/part-of.ts'

export interface Site<Contract> {
  readonly contract: Contract
  /** Runs the work in a transaction. */
  run<T>(work: (call: ContractCall) => Promise<T>): Promise<T>
  readonly scope: Scope
  dispose(): Promise<void>
}

const nowhere = partOf<ContractCall>({ scope: partOf<Scope>({ language: 'en' }), trx: undefined })

/** Calls an implementation that needs neither a database nor a transaction. */
export const inMemory = <Contract>(contract: Contract): Site<Contract> => ({
  contract,
  run: (work) => work(nowhere),
  scope: nowhere.scope,
  dispose: async () => {},
})
