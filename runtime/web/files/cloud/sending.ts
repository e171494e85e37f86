/** One file on its way to a cloud store. */
import type { FileAccess } from '../../../protocol/index.ts'
import type { TransferOptions } from '../queue.ts'

/** Where the server puts a file. */
export interface BegunUpload {
  readonly key: string
  readonly url: string
  /** Content type and disposition that the object has to get. */
  readonly type: string
  readonly disposition: string
  readonly sliceSize: number
  /** Of S3; COS begins uploads itself. */
  readonly uploadId?: string
}

/** An upload of one file, which can be stopped and goes on where it was. */
export interface Sending {
  /** Sends what is missing. Rejects with an ApiError. */
  run(options: TransferOptions): Promise<void>
  /** Ends the upload: the store forgets what it has of it. */
  discard(): Promise<void>
}

export interface CloudTarget {
  readonly area: 'admin' | 'api'
  readonly topic: string
  /** The caller shows errors itself: no toast. */
  readonly quiet?: boolean
  readonly access?: FileAccess | undefined
}
