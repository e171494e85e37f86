import { codes } from '../../protocol/index.ts'

/** The result of a handler whose answer has a code or a message of its own. */
export class RouteReply {
  readonly data: unknown
  readonly code: number
  readonly msg: string | undefined

  constructor(data: unknown, { code = codes.ok, msg }: { readonly code?: number; readonly msg?: string } = {}) {
    this.data = data
    this.code = code
    this.msg = msg
  }

  /** The answer as it is sent and stored. */
  get answer(): { readonly data: unknown; readonly code: number; readonly msg?: string } {
    return { data: this.data, code: this.code, ...(this.msg !== undefined && { msg: this.msg }) }
  }
}
