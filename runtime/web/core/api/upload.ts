/** Uploads to the server's own storage, validated before they start. */
import type { FileAccess } from '../../../protocol/index.ts'
import { t } from '../i18n/page-texts.ts'
import { rememberFileAddress } from '../auth/file-addresses.ts'
import { session, type UploadConfig } from '../auth/session.ts'
import { callListener } from './listener.ts'
import { ApiError } from './api-error.ts'
import { call } from './client.ts'

export interface UploadedFile {
  /** The value stored in a field. */
  readonly url: string
  /** What the browser can load. */
  readonly full_url: string
  readonly name: string
  readonly size: number
  readonly mimetype: string
  readonly sha1: string
  readonly width?: number
  readonly height?: number
}

export interface UploadOptions {
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
  /** The caller shows errors itself: no toast. */
  readonly quiet?: boolean
  /** Of whom the file is; absent = of the signed-in admin. */
  readonly area?: 'admin' | 'api'
  /** What the file is for. */
  readonly topic?: string | undefined
  /** `ticket`: only those who may read its record can open it. */
  readonly access?: FileAccess | undefined
}

/**
 * Uploads one file without a time limit. `onProgress` receives 0…1. Rejects with an `ApiError`, also when the file is
 * not allowed.
 */
export async function upload(
  file: File,
  { onProgress, signal, quiet, area = 'admin', topic, access }: UploadOptions = {},
): Promise<UploadedFile> {
  const wrong = refusedFile(file, session.site.upload)
  if (wrong !== null) {
    const problem = new ApiError(t(wrong), { kind: 'refused', code: 0 })
    if (!quiet) callListener().onError(problem)
    throw problem
  }
  const body = new FormData()
  if (topic !== undefined) body.append('topic', topic)
  if (access !== undefined) body.append('access', access)
  body.append('file', file)
  const answer = await call<{ file: UploadedFile }>({
    method: 'POST',
    path: `/${area}/ajax/upload`,
    body,
    signal,
    quiet,
    timeout: 0,
    onProgress: (event) => onProgress?.(event.total ? event.loaded / event.total : 0),
  })
  const { file: uploaded } = answer.data
  if (access !== undefined) rememberFileAddress(uploaded.url, uploaded.full_url)
  return uploaded
}

const pictureSuffixes: readonly string[] = ['jpg', 'jpeg', 'png', 'webp', 'gif']

/** The text key of the reason why a file is refused, or null. @param isPicture only images are accepted */
export function refusedFile(
  file: Pick<File, 'name' | 'size' | 'type'>,
  rules: UploadConfig,
  isPicture = false,
): 'upload.incomplete' | 'upload.type' | 'upload.size' | 'upload.image' | null {
  if (file.name === '' || !(file.size > 0)) return 'upload.incomplete'
  const allowed = [...rules.allowedSuffixes, ...rules.allowedMimeTypes]
  if (allowed.length > 0 && !allowed.some((pattern) => matches(file, pattern))) return 'upload.type'
  if (isPicture && !pictureSuffixes.includes(suffixOf(file.name))) return 'upload.image'
  return file.size > rules.maxSize ? 'upload.size' : null
}

const suffixOf = (name: string): string => name.toLowerCase().split('.').slice(1).at(-1) ?? ''

/** By ending (`png`, `.png`), type (`image/png`), family (`image/*`), or `*` for all. */
function matches(file: Pick<File, 'name' | 'type'>, pattern: string): boolean {
  const suffix = suffixOf(file.name)
  if (pattern === '*' || pattern === suffix || pattern === `.${suffix}` || pattern === file.type.toLowerCase())
    return true
  return pattern.endsWith('/*') && file.type.toLowerCase().startsWith(pattern.slice(0, -1))
}
