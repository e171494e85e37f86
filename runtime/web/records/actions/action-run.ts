/** One run of an action: however often it is sent, it takes effect once. */
import type { MachineActionModel, RecordReference, TableModel } from '../../../protocol/index.ts'
import { postData } from '../../core/api/client.ts'
import { IdempotencyKey } from '../../core/api/idempotency-key.ts'
import { ApiError, errorText } from '../../core/api/api-error.ts'
import type { WireRow } from '../../fields/input-props.ts'

/** The outcome for one of several records. */
export interface RecordResult {
  readonly id: number
  readonly code: number
  readonly msg: string
}

export interface ActionResponse {
  readonly id: number
  readonly version: number
  /** A record that the action created. */
  readonly made?: RecordReference
  /** An additional message. */
  readonly note?: string
}

/** Ids per call. */
const batchSize = 100

/** Calls of one action. */
export class ActionRun {
  private readonly key = new IdempotencyKey()
  private readonly results: RecordResult[] = []
  private readonly model: TableModel
  private readonly action: MachineActionModel

  constructor(model: TableModel, action: MachineActionModel) {
    this.model = model
    this.action = action
  }

  /** Rejects with an `ApiError`. */
  runOne(row: WireRow, input: object): Promise<ActionResponse> {
    const version = typeof row['version'] === 'number' ? { version: row['version'] } : {}
    return this.send<ActionResponse>({ id: Number(row['id']), ...version, ...input })
  }

  /**
   * Resolves to the outcome of each record. Rejects with an `ApiError`; results of earlier batches are kept for the
   * next attempt.
   */
  async runMany(ids: readonly number[], input: object): Promise<readonly RecordResult[]> {
    for (let left = this.remaining(ids); left.length > 0; left = this.remaining(ids)) {
      const { results } = await this.send<{ results: RecordResult[] }>({ ids: left.slice(0, batchSize), ...input })
      this.results.push(...results)
      if (results.length === 0) break
    }
    return this.results
  }

  private remaining(ids: readonly number[]): readonly number[] {
    return ids.filter((id) => !this.results.some((result) => result.id === id))
  }

  private async send<Data>(body: object): Promise<Data> {
    try {
      const data = await postData<Data>(`/admin/${this.model.controller}/${this.action.name}`, body, {
        quiet: true,
        idempotencyKey: this.key.keyFor(JSON.stringify(body)),
        timeout: timeoutMs,
      })
      this.key.callEnded(null)
      return data
    } catch (error) {
      const problem = error instanceof ApiError ? error : new ApiError(errorText(error), { kind: 'network' })
      this.key.callEnded(problem)
      throw problem
    }
  }
}

/** Longer than for other calls: many records take time. */
const timeoutMs = 60_000
