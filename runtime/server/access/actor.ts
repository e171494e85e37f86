/** Who acts: the admin behind a request and what he may do, settled once per request. */
import type { Row } from '../db/tables.ts'
import type { ConditionalNode } from './conditional.ts'

export interface Actor {
  readonly id: number
  readonly username: string
  /** Holds every right: a member of an enabled group with `*`. */
  readonly super: boolean
  /** Permission nodes held, in lower case. Empty for `super`, who needs none. */
  readonly nodes: ReadonlySet<string>
  /** Nodes held for requests that say certain things only; absent = none. */
  readonly conditional?: readonly ConditionalNode[]
  /** Groups the account belongs to, disabled ones included. */
  readonly groups: readonly number[]
  /** His name, picture and times as they were read with the token: the shell shows them. */
  readonly account?: Readonly<Row>
  /** The access token he came with. */
  readonly tokenId?: number
}
