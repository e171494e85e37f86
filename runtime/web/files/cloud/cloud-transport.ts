/** Sends files to the cloud store of the site. The server says where they go before, and accepts them afterwards. */
import { ApiError } from '../../core/api/api-error.ts'
import { postData } from '../../core/api/client.ts'
import { callListener } from '../../core/api/listener.ts'
import type { UploadedFile } from '../../core/api/upload.ts'
import { rememberFileAddress } from '../../core/auth/file-addresses.ts'
import { session } from '../../core/auth/session.ts'
import { t } from '../../core/i18n/shell-texts.ts'
import type { TransferOptions, UploadTransport } from '../queue.ts'
import { hashFile } from './hash-file.ts'
import type { BegunUpload, CloudTarget, Sending } from './sending.ts'

interface FileState {
  sha1?: string
  begun?: BegunUpload
  sending?: Sending
  isSent?: boolean
}

/** Milliseconds for a store to put the slices of a large file together. */
const acceptTimeoutMs = 300_000

export function createCloudTransport(target: () => CloudTarget): UploadTransport {
  const states = new WeakMap<File, FileState>()
  const problemOf = (problem: unknown): ApiError => asCallProblem(problem, target().quiet)
  const stateOf = (file: File): FileState => {
    const known = states.get(file) ?? {}
    states.set(file, known)
    return known
  }
  const post = <Data>(action: string, body: object, signal?: AbortSignal, timeout?: number): Promise<Data> =>
    postData<Data>(`/${target().area}/Cos/${action}`, body, {
      quiet: true,
      ...(signal && { signal }),
      ...(timeout !== undefined && { timeout }),
    })

  async function send(file: File, options: TransferOptions): Promise<UploadedFile> {
    const state = stateOf(file)
    const { area, topic, access } = target()
    state.sha1 ??= await hashFile(file, { ...options, onProgress: () => {} })
    const announced = { name: file.name, size: file.size, sha1: state.sha1, topic, ...(access && { access }) }
    if (!state.begun) {
      const answer = await post<BegunUpload | { readonly file: UploadedFile }>(
        'begin',
        announced,
        options.signal,
        60_000,
      )
      if ('file' in answer) return withAddress(answer.file, access)
      state.begun = answer
    }
    const { begun } = state
    state.sending ??= await createSending(file, begun, area)
    if (!state.isSent) await state.sending.run(options)
    state.isSent = true
    const { url, uploadId = '' } = begun
    try {
      const uploaded = { ...announced, url, uploadId }
      const { file } = await post<{ file: UploadedFile }>('callback', uploaded, options.signal, acceptTimeoutMs)
      return withAddress(file, access)
    } catch (error) {
      // What the server refuses is gone from the store: another try begins anew.
      if (error instanceof ApiError && error.kind === 'refused') states.set(file, { sha1: state.sha1 })
      throw error
    }
  }

  return {
    isResumable: true,
    async check(file, options) {
      const { error, message, code } = session.site.upload.params
      if (typeof error === 'number') throw problemOf(new ApiError(`${message} (${code})`, { kind: 'refused', code: 0 }))
      try {
        stateOf(file).sha1 ??= await hashFile(file, options)
      } catch (problem) {
        throw problemOf(problem)
      }
    },
    async send(file, options) {
      try {
        return await send(file, options)
      } catch (problem) {
        throw problemOf(problem)
      }
    },
    discard(file) {
      const { sending, isSent } = stateOf(file)
      states.delete(file)
      // Nobody waits for it; the store ends forgotten uploads by its own rules.
      if (sending && !isSent) sending.discard().catch(() => undefined)
    },
  }
}

/** Remembers where a private file can be opened. */
function withAddress(file: UploadedFile, access: CloudTarget['access']): UploadedFile {
  if (access !== undefined) rememberFileAddress(file.url, file.full_url)
  return file
}

/** A problem as those of any call are, and shown like them unless the caller does so. */
function asCallProblem(problem: unknown, isQuiet = false): ApiError {
  const error = problem instanceof ApiError ? problem : new ApiError(t('http.network'), { kind: 'network' })
  if (error.kind !== 'cancelled' && !isQuiet) callListener().onError(error)
  return error
}

/** The library of COS is loaded when it is needed for the first time. */
async function createSending(file: File, begun: BegunUpload, area: CloudTarget['area']): Promise<Sending> {
  if (begun.uploadId !== undefined)
    return (await import('./s3.ts')).createS3Sending(file, { ...begun, uploadId: begun.uploadId }, area)
  return (await import('./cos.ts')).createCosSending(file, begun, area)
}
