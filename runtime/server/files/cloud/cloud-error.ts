/** What went wrong with a cloud store. Its code is the key of the text that explains it. */
import type { TextKey } from '../../../protocol/index.ts'
import { AppError } from '../../core/errors/app-error.ts'

export class CloudError extends AppError<TextKey & `upload.cloud.${string}`> {
  /** The store's own code, for example `AccessDenied`; "" when it gave none. */
  readonly answer: string

  constructor(code: CloudError['code'], answer = '', cause?: unknown) {
    super('CloudError', code, answer === '' ? code : `${code}: ${answer}`, cause)
    this.answer = answer
  }
}
