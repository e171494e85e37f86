/** What an operation on records may know: where it runs, for whom, in which language. */
import type { Language, SchemaError } from '../../protocol/index.ts'
import type { Database } from '../db/database.ts'
import type { Registry } from '../registry.ts'
import type { Settings } from '../settings.ts'

export interface Validate {
  (data: unknown): boolean
  errors?: readonly SchemaError[] | null
}

/** Compiled validators by entity, loaded when first needed; null = the entity has none. */
export type Validators = (id: string) => Promise<Validate | null>

export interface Scope {
  readonly database: Database
  readonly registry: Registry
  readonly settings: Settings
  readonly language: Language
  readonly actor: { readonly id: number; readonly super: boolean } | null
  readonly validators: Validators
}

/** The present moment as integer Unix seconds. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)
