/** A module of the application, as the page of modules shows it. */
import type { Text } from '../../../protocol/index.ts'

export interface InstalledModule {
  readonly name: string
  readonly label: Text
  readonly icon: string
  /** It cannot be switched off. */
  readonly isFramework: boolean
  /** Names of its tables in the database. */
  readonly tables: readonly string[]
  readonly entities: readonly { readonly id: string; readonly label: Text; readonly page: string }[]
  /** Pages without a table. */
  readonly pages: readonly Text[]
  readonly jobs: readonly string[]
  /** Method and address of each. */
  readonly routes: readonly string[]
  readonly settings: readonly Text[]
  /** Modules whose tables its own refer to: it does not work without them. */
  readonly needs: readonly string[]
  /** Modules that it works with, and does without. */
  readonly uses: readonly string[]
}
