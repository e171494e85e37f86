/** One attempt to act: however often it is sent, it has one effect. */
import type { MachineActionModel, TableModel } from '../../protocol/index.ts'
import { postData } from '../api/client.ts'
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
}

/** Ids in one call. */
const portion = 100

/**
 * Calls of one action. The key stays the same while the same content is sent without an answer, and changes with the content
 * and after every answer: the server would repeat a stored refusal otherwise.
 */
export class Attempt {
  private last: { readonly content: string; readonly key: string } | null = null
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
    const content = JSON.stringify(body)
    if (this.last?.content !== content) this.last = { content, key: newKey() }
    try {
      const data = await postData<Data>(`/admin/${this.model.controller}/${this.action.name}`, body, { quiet: true, idempotencyKey: this.last.key, timeout: patience })
      this.last = null
      return data
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : new ApiProblem(problemText(error), { kind: 'network' })
      if (problem.kind === 'refused') this.last = null
      throw problem
    }
  }
}

/** Milliseconds: many records take longer than one. */
const patience = 60_000

/** `randomUUID` is there in secure contexts only; a warehouse may well be reached by plain http. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
