/** An upload that is not taken, with the sentence that tells why. */
import type { TextKey } from '../../protocol/index.ts'

export class UploadRefusal extends Error {
  readonly text: TextKey & `upload.${string}`
  readonly params: Readonly<Record<string, string | number>>

  constructor(text: UploadRefusal['text'], params: UploadRefusal['params'] = {}) {
    super(text)
    this.text = text
    this.params = params
  }
}
