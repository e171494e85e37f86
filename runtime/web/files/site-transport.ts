/** Where the site wants files: on the server, or in its cloud store. */
import type { FileAccess } from '../../protocol/index.ts'
import { upload, type UploadedFile } from '../core/api/upload.ts'
import { session } from '../core/auth/session.ts'
import type { UploadTransport } from './queue.ts'

export interface UploadTarget {
  readonly area: 'admin' | 'api'
  /** What files are for, when they are not of a record. */
  readonly topic: string | undefined
  /** The caller shows errors itself: no toast. */
  readonly quiet?: boolean
  readonly access?: FileAccess | undefined
}

/** Files go to a cloud store, whose uploads can be paused. */
export const isCloud = (): boolean => session.site.upload.mode !== 'local'

/** To the server's own storage. It cannot go on with a file that it has received in part. */
const localTransport = (target: () => UploadTarget): UploadTransport => ({
  isResumable: false,
  send: (file, options) => upload(file, { ...options, ...target() }),
})

/**
 * Where new files of the site go, decided for each file when it is its turn: the setting may change meanwhile. What
 * sends to a cloud store is loaded for the first file that goes there.
 */
export function siteTransport(target: () => UploadTarget): UploadTransport {
  const local = localTransport(target)
  const cloudTarget = () => ({ ...target(), topic: target().topic ?? 'default' })
  let cloud: Promise<UploadTransport> | null = null
  const loadCloud = (): Promise<UploadTransport> =>
    (cloud ??= import('./cloud/cloud-transport.ts').then(({ createCloudTransport }) =>
      createCloudTransport(cloudTarget),
    ))
  const chosen = new WeakMap<File, Promise<UploadTransport>>()
  const transportOf = (file: File): Promise<UploadTransport> => {
    const known = chosen.get(file) ?? (isCloud() ? loadCloud() : Promise.resolve(local))
    chosen.set(file, known)
    return known
  }
  return {
    isResumable: true,
    check: async (file, options) => (await transportOf(file)).check?.(file, options),
    send: async (file, options) => (await transportOf(file)).send(file, options),
    discard: (file) => void chosen.get(file)?.then((transport) => transport.discard?.(file)),
  }
}

/** Sends one file, without a queue. Rejects with an `ApiError` that has been shown. */
export async function sendFile(file: File, target: UploadTarget): Promise<UploadedFile> {
  const transport = siteTransport(() => target)
  const options = { onProgress: () => {}, signal: new AbortController().signal }
  await transport.check?.(file, options)
  return transport.send(file, options)
}
