/** An upload that was rejected; its code is the key of the text that explains why. */
import type { TextKey } from '../../protocol/index.ts'
import type { TextParams } from '../../i18n/fill-template.ts'
import { AppError } from '../core/errors/app-error.ts'

export class UploadError extends AppError<TextKey & `upload.${string}`> {
  readonly params: TextParams

  constructor(code: UploadError['code'], params: TextParams = {}) {
    super('UploadError', code, code)
    this.params = params
  }
}
