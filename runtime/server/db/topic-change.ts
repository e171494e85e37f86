/** The changes that subscribers of topics are told. */

/** One thing that happened, once it is committed. */
export interface TopicChange {
  readonly topic: string
  /** Null = the topic has no numbers: subscribers read again what it is about. */
  readonly seq: number | null
  /** A copy for the subscribers of this process; others fetch it. */
  readonly data?: unknown
  /** Something only those see who are connected at this moment; it is stored nowhere. */
  readonly message?: unknown
  /** The readers of the topic have changed: its subscribers are asked again. */
  readonly recheck?: true
}
