/** The SHA-1 of a file, computed in a worker of its own that ends with it. */
import { ApiError } from '../../core/api/api-error.ts'
import { t } from '../../core/i18n/page-texts.ts'
import type { TransferOptions } from '../queue.ts'
import type { HashMessage } from './sha1-worker.ts'

/** Rejects with an ApiError: the file cannot be read, or the signal was aborted. */
export function hashFile(file: File, { onProgress, signal }: TransferOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sha1-worker.ts', import.meta.url), { type: 'module' })
    const end = (settle: () => void): void => {
      worker.terminate()
      signal.removeEventListener('abort', abort)
      settle()
    }
    const fail = () => end(() => reject(new ApiError(t('upload.unreadable'), { kind: 'refused' })))
    const abort = () => end(() => reject(new ApiError('', { kind: 'cancelled' })))
    worker.addEventListener('message', ({ data }: MessageEvent<HashMessage>) => {
      if ('progress' in data) onProgress(data.progress)
      else if ('sha1' in data) end(() => resolve(data.sha1))
      else fail()
    })
    worker.addEventListener('error', fail)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    else worker.postMessage(file)
  })
}
