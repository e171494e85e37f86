/** A message on its way. */
export interface OutgoingMessage {
  readonly client: string
  readonly conversation: number
  readonly text: string
  readonly time: number
  readonly reply?: number
  readonly mentions?: readonly number[]
  readonly isNote?: boolean
  readonly file?: OutgoingFile
  /** Null = it waits or is being sent. */
  refusal: string | null
  /** Its number, once it is stored. */
  seq: number | null
}

interface OutgoingFile {
  readonly name: string
  readonly size: number
  /** That of the upload; null = it is not uploaded yet. */
  code: string | null
}
