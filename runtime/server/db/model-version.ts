/**
 * Notices that another process has brought the database to a newer model while this one runs with the older: what it
 * wrote would then mean something else, such as an amount in the unit of a former scale.
 */
import { isDeepStrictEqual } from 'node:util'
import type { RecordedField, RecordedModel } from './plan/recorded-model.ts'
import { StoreError } from './store-error.ts'

/** The recorded model of a database with its number, as its two rows of `tablewright_meta` have them. */
export interface ModelRows {
  /** Increases with each recorded model; null in a database of a version that did not count them. */
  readonly version: string | null
  /** JSON of the recorded model; null = none is recorded. */
  readonly model: string | null
}

/** Their keys. */
export const modelKeys = { version: 'model_version', model: 'model' } as const

export class ModelVersion {
  #expected: { readonly model: RecordedModel; version: string } | null = null
  #isOutdated = false

  /** True when the values of the database mean something else than this process was started with. */
  get isOutdated(): boolean {
    return this.#isOutdated
  }

  /** The version with which writes are known to be right; null = nothing is watched. */
  get version(): string | null {
    return this.#expected?.version ?? null
  }

  /** From now on the database must mean what this model means. */
  expect(model: RecordedModel, version: string | null): void {
    this.#expected = { model, version: version ?? '0' }
    this.#isOutdated = false
  }

  /** Watches nothing while this process itself changes the model. */
  release(): void {
    this.#expected = null
    this.#isOutdated = false
  }

  /** Compares what is recorded now. A newer model in which the values of this one mean the same is accepted. */
  judge({ version, model }: ModelRows): void {
    if (!this.#expected || this.#isOutdated || (version ?? '0') === this.#expected.version) return
    const recorded = model === null ? {} : (JSON.parse(model) as RecordedModel)
    this.#isOutdated = !meansTheSame(this.#expected.model, recorded)
    if (!this.#isOutdated) this.#expected.version = version ?? '0'
  }

  /** Throws a StoreError `outdated` when the database means something else. */
  refuse(cause?: unknown): void {
    if (this.#isOutdated)
      throw new StoreError('outdated', 'another process has changed the model of the database; restart this one', cause)
  }
}

/** Whether a process with the model `own` reads and writes what is meant in a database of the model `recorded`. */
function meansTheSame(own: RecordedModel, recorded: RecordedModel): boolean {
  return Object.entries(own).every(([name, table]) => {
    const now = recorded[name]
    if (table.removed) return true
    if (!now || now.softDelete !== table.softDelete) return false
    // Its records would have no value there.
    const isComputed = Object.entries(now.fields).some(
      ([field, { computed }]) => computed !== undefined && !table.fields[field],
    )
    if (isComputed) return false
    return Object.entries(table.fields).every(([field, before]) => {
      const after = now.fields[field]
      return before.removed || (after !== undefined && isSameField(before, after))
    })
  })
}

function isSameField(before: RecordedField, after: RecordedField): boolean {
  const meaning = ({ kind, type, scale, relation, computed }: RecordedField): unknown => [
    kind,
    type,
    scale,
    relation?.table,
    computed,
  ]
  const options = Object.entries(before.options ?? {})
  return (
    isDeepStrictEqual(meaning(before), meaning(after)) &&
    options.every(([name, value]) => after.options?.[name] === value) &&
    (after.maxLength === undefined || (before.maxLength ?? Infinity) <= after.maxLength)
  )
}

/** Milliseconds between two looks: writes look by themselves, and reads are refused so much later. */
const checkMs = 1000

/**
 * Looks whether another process has changed the recorded model, until it is stopped. What fails is tried again.
 * @returns stops it
 */
export function startModelCheck(check: () => Promise<void>): () => void {
  const timer = setInterval(() => void check().catch(() => {}), checkMs).unref()
  return () => clearInterval(timer)
}
