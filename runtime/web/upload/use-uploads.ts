import { useEffect, useState } from 'react'
import { useLatest } from '../react/use-latest.ts'
import { errorText } from '../api/api-error.ts'
import { refusedFile, upload, type UploadedFile } from '../api/upload.ts'
import { session } from '../auth/session.ts'
import { t } from '../i18n/shell-texts.ts'
import { notifyError } from '../toasts/notify.ts'
import { createUploadQueue, type UploadTask, type UploadTransport } from './queue.ts'

/** To the server's own storage. It cannot go on with a file that it has received in part. */
const localTransport = (topic: () => string | undefined): UploadTransport => ({
  isResumable: false,
  send: (file, options) => upload(file, { ...options, topic: topic() }),
})

export interface UseUploads {
  readonly onDone: (file: UploadedFile) => void
  /** Only images are sent. */
  readonly isPicture?: boolean
  /** What files are for, when they are not of a record. */
  readonly topic?: string
}

/** Uploads of a component: they end with it. */
export function useUploads({ onDone, isPicture = false, topic }: UseUploads) {
  const [tasks, setTasks] = useState<readonly UploadTask[]>([])
  const done = useLatest(onDone)
  const latestTopic = useLatest(topic)
  const [transport] = useState(() => localTransport(() => latestTopic.current))
  const [queue] = useState(() =>
    createUploadQueue({
      transport,
      refuse: (file) => refuse(file, isPicture),
      describeError: errorText,
      onChange: setTasks,
      onDone: (file) => done.current(file),
    }),
  )
  useEffect(() => () => queue.cancelAll(), [queue])
  return { tasks, queue, isResumable: transport.isResumable }
}

/** A file that is not allowed is listed with its reason and shown in a toast, like any refused upload. */
function refuse(file: File, isPicture: boolean): string | null {
  const wrong = refusedFile(file, session.site.upload, isPicture)
  if (wrong === null) return null
  notifyError(t(wrong))
  return t(wrong)
}
