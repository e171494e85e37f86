/** Uploads run one after the other, so that pictures keep the order in which they were selected. */
import { useEffect, useRef, useState } from 'react'
import type { Language } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { useLatest } from '../../react/use-latest.ts'
import { errorText } from '../../api/api-error.ts'
import { refusedFile, upload } from '../../api/upload.ts'
import { session } from '../../auth/session.ts'
import { notifyError } from '../../toasts/notify.ts'

export interface Upload {
  readonly key: number
  readonly file: File
  readonly state: 'waiting' | 'sending' | 'failed'
  /** 0 to 1 */
  readonly progress: number
  /** Why it failed, in the language of the screen. */
  readonly message: string
  /** False when sending again would fail again. */
  readonly canRetry: boolean
}

let keys = 0

/** @param onDone called with the address of each stored picture */
export function useUploads(language: Language, onDone: (url: string) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const done = useLatest(onDone)
  const queue = useRef<Promise<void>>(Promise.resolve())
  const leaving = useRef(new AbortController())
  useEffect(() => {
    if (leaving.current.signal.aborted) leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  const change = (key: number, patch: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)))
  const remove = (key: number) => setUploads((all) => all.filter((one) => one.key !== key))
  const send = ({ key, file }: Upload) => {
    queue.current = queue.current.then(async () => {
      if (leaving.current.signal.aborted) return
      change(key, { state: 'sending', progress: 0, message: '' })
      try {
        const stored = await upload(file, {
          onProgress: (progress) => change(key, { progress }),
          signal: leaving.current.signal,
        })
        remove(key)
        done.current(stored.url)
      } catch (error) {
        change(key, { state: 'failed', message: errorText(error) })
      }
    })
  }
  const add = (files: readonly File[]) => {
    const fresh = files.map((file) => fresher(file, language))
    setUploads((all) => [...all, ...fresh])
    fresh.filter((one) => one.state === 'waiting').forEach(send)
  }
  return { uploads, add, remove, retry: send }
}

/** A file that is not allowed is listed with its reason and shown in a toast, like any refused upload. */
function fresher(file: File, language: Language): Upload {
  const wrong = refusedFile(file, session.site.upload)
  if (wrong !== null) notifyError(t(language, wrong))
  keys += 1
  return {
    key: keys,
    file,
    state: wrong ? 'failed' : 'waiting',
    progress: 0,
    message: wrong ? t(language, wrong) : '',
    canRetry: wrong === null,
  }
}
