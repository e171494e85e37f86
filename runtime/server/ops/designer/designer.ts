/**
 * The designer as the server calls it. What it does needs the schemas and the generator, which belong to the command
 * line: it works in a process of its own, and a server without one has no designer.
 */
import type { Text } from '../../../protocol/index.ts'

/** The requests that the process of the designer answers. */
export type DesignerMethod = 'overview' | 'entity' | 'tables' | 'start' | 'preview' | 'apply' | 'patch' | 'history'

export type DesignerAnswer =
  | { readonly ok: true; readonly data: unknown }
  | {
      readonly ok: false
      /** `conflict`: the files have changed. `invalid`: the request is wrong, or the schemas would have problems. */
      readonly reason: 'conflict' | 'invalid' | 'not_found' | 'bad_state'
      readonly message: Text
      readonly data?: unknown
    }

export interface Designer {
  /** Why changes cannot be applied here, whatever the settings say; null = they can. */
  readonly obstacle: () => DesignerObstacle | null
  readonly ask: (method: DesignerMethod, input: unknown) => Promise<DesignerAnswer>
  /** Has a server with what was applied take the place of this one; absent under `dev`, which does so by itself. */
  readonly restart?: () => void
  readonly close: () => Promise<void>
}

/** The designer of a running site. */
export interface SiteDesigner extends Designer {
  /** No other server uses the database. */
  readonly isAlone: () => Promise<boolean>
}

/**
 * `production`: nobody edits a schema through a session that an attacker may have. `packages`: what the build needs is
 * not installed. `read_only`: the folder of the project cannot be written. `servers`: another server, which would go on
 * with the former tables, uses the database.
 */
export type DesignerObstacle = 'production' | 'packages' | 'read_only' | 'servers'
