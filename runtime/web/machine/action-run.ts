/** One attempt to act: however often it is sent, it has one effect. */
import type { MachineActionModel, RecordReference, TableModel } from '../../protocol/index.ts'
import { postData } from '../api/client.ts'
import { KeptKey } from '../api/idempotency-key.ts'
import { ApiProblem, problemText } from '../api/problem.ts'
import type { WireRow } from '../fields/input.ts'

/** What an action answers for one of several records. */
export interface OneResult {
  readonly id: number
  readonly code: number
  readonly msg: string
}

export interface Done {
  readonly id: number
  readonly version: number
  /** A record the action made. */
  readonly made?: RecordReference
  /** What else there is to tell. */
  readonly note?: string
}

/** Ids in one call. */
const portion = 100

/** Calls of one action. */
export class Attempt {
  private readonly key = new KeptKey()
  private readonly told: OneResult[] = []
  private readonly model: TableModel
  private readonly action: MachineActionModel

  constructor(model: TableModel, action: MachineActionModel) {
    this.model = model
    this.action = action
  }

  /** Rejects with an `ApiProblem`. */
  one(row: WireRow, input: object): Promise<Done> {
    const version = typeof row['version'] === 'number' ? { version: row['version'] } : {}
    return this.send<Done>({ id: Number(row['id']), ...version, ...input })
  }

  /** What each record came to. Rejects with an `ApiProblem`; what earlier portions came to is kept for the next try. */
  async many(ids: readonly number[], input: object): Promise<readonly OneResult[]> {
    for (let left = this.untold(ids); left.length > 0; left = this.untold(ids)) {
      const { results } = await this.send<{ results: OneResult[] }>({ ids: left.slice(0, portion), ...input })
      this.told.push(...results)
      if (results.length === 0) break
    }
    return this.told
  }

  private untold(ids: readonly number[]): readonly number[] {
    return ids.filter((id) => !this.told.some((one) => one.id === id))
  }

  private async send<Data>(body: object): Promise<Data> {
    try {
      const data = await postData<Data>(`/admin/${this.model.controller}/${this.action.name}`, body, {
        quiet: true,
        idempotencyKey: this.key.of(JSON.stringify(body)),
        timeout: patience,
      })
      this.key.ended(null)
      return data
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : new ApiProblem(problemText(error), { kind: 'network' })
      this.key.ended(problem)
      throw problem
    }
  }
}

/** Milliseconds: many records take longer than one. */
const patience = 60_000
