import { use, useEffect, useState } from 'react'
import type { FileAccess } from '../../protocol/index.ts'
import { useLatest } from '../core/react/use-latest.ts'
import { ApiError, errorText } from '../core/api/api-error.ts'
import { refusedFile, type UploadedFile } from '../core/api/upload.ts'
import { session } from '../core/auth/session.ts'
import { t } from '../core/i18n/page-texts.ts'
import { createUploadQueue, type UploadTask } from './queue.ts'
import { isCloud, siteTransport } from './site-transport.ts'
import { UploadArea } from './upload-area.ts'

export interface UseUploads {
  readonly onDone: (file: UploadedFile) => void
  /** Only images are sent. */
  readonly isPicture?: boolean
  /** The purpose of files that are not of a record. */
  readonly topic?: string
  /** The access to the files of their field. */
  readonly access?: FileAccess | undefined
}

/** Uploads of a component: they end with it. Its list shows what failed, so no toast does. */
export function useUploads({ onDone, isPicture = false, topic, access }: UseUploads) {
  const area = use(UploadArea)
  const [tasks, setTasks] = useState<readonly UploadTask[]>([])
  const done = useLatest(onDone)
  const latestTopic = useLatest(topic)
  const [transport] = useState(() => siteTransport(() => ({ area, topic: latestTopic.current, quiet: true, access })))
  const [queue] = useState(() =>
    createUploadQueue({
      transport,
      refuse: (file) => refuse(file, isPicture),
      describeError: errorText,
      isNetworkError: (error) => error instanceof ApiError && (error.kind === 'network' || error.kind === 'offline'),
      onChange: setTasks,
      onDone: (file) => done.current(file),
    }),
  )
  useEffect(() => () => queue.cancelAll(), [queue])
  useEffect(() => {
    window.addEventListener('online', queue.restartLost)
    return () => window.removeEventListener('online', queue.restartLost)
  }, [queue])
  return { tasks, queue, isResumable: isCloud() }
}

/** A file that is not allowed is listed with its reason, like any refused upload. */
function refuse(file: File, isPicture: boolean): string | null {
  const wrong = refusedFile(file, session.site.upload, isPicture)
  return wrong === null ? null : t(wrong)
}
