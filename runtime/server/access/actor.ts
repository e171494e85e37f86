/** The admin behind a request with the rights resolved once per request. */
import type { Row } from '../db/tables.ts'
import type { ConditionalNode } from './conditional.ts'

export interface Actor {
  readonly id: number
  readonly username: string
  /** Has every right: a member of an enabled group with `*`. */
  readonly super: boolean
  /** Permission nodes the admin has, in lower case. Empty for `super`. */
  readonly nodes: ReadonlySet<string>
  /** Nodes that apply only to requests with certain values; absent = none. */
  readonly conditional?: readonly ConditionalNode[]
  /** Groups the account belongs to, disabled ones included. */
  readonly groups: readonly number[]
  /** Name, picture and times as they were read with the token: the shell shows them. */
  readonly account?: Readonly<Row>
  /** The access token of the request. */
  readonly tokenId?: number
}
