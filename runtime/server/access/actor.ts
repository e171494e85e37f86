/** Who acts: the admin behind a request and what he may do, settled once per request. */
export interface Actor {
  readonly id: number
  readonly username: string
  /** Holds every right: a member of an enabled group with `*`. */
  readonly super: boolean
  /** Permission nodes held, in lower case. Empty for `super`, who needs none. */
  readonly nodes: ReadonlySet<string>
  /** Groups the account belongs to, disabled ones included. */
  readonly groups: readonly number[]
  /** The access token he came with. */
  readonly tokenId?: number
}
