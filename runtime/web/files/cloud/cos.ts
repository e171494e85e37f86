/** Sends a file to Tencent Cloud COS with its own library, under a temporary key that the server issues. */
// Its sources instead of its bundle, which contains an outdated fast-xml-parser.
import COS from 'cos-js-sdk-v5/index.js'
import { getData } from '../../core/api/client.ts'
import { ApiError } from '../../core/api/api-error.ts'
import { session } from '../../core/auth/session.ts'
import type { TransferOptions } from '../queue.ts'
import type { BegunUpload, CloudTarget, Sending } from './sending.ts'
import { lostNetwork, refusedByStore, stopped } from './lost-network.ts'

interface TemporaryKey {
  readonly tmpSecretId: string
  readonly tmpSecretKey: string
  readonly sessionToken: string
  /** Unix seconds. */
  readonly startTime: number
  readonly expiredTime: number
}

/** Seconds before its end at which a key is renewed. */
const renewBefore = 120

/** What the promise of the current run waits for. */
interface Run {
  readonly options: TransferOptions
  readonly resolve: () => void
  readonly reject: (error: ApiError) => void
}

/**
 * One slice at a time: pausing or losing the network then costs a part of one. Every run is a task of its own, which
 * asks the store for the slices it has, so that one whose answer was lost is not sent again.
 */
export function createCosSending(file: File, begun: BegunUpload, area: CloudTarget['area']): Sending {
  const { bucket = '', region = '', address = '' } = session.site.upload.params
  const keys = createKeys(area)
  const cos = new COS({
    ...domainOf(address, bucket, region),
    getAuthorization: (request, answer) => {
      keys.current().then(
        (key) => answer(signatureOf(request, key)),
        // Without a key the library fails; why there is none is what people have to know.
        () => answer(''),
      )
    },
    // Its other hosts are not in the content security policy.
    AutoSwitchHost: false,
  })
  let taskId = ''
  let current: Run | null = null
  let progress = 0
  let renewedAt = -1

  const settle = (end: (run: Run) => void): void => {
    const run = current
    current = null
    if (run) end(run)
  }
  const finish = (error: CosProblem | null): void => {
    if (!error) return settle(({ resolve }) => resolve())
    // A key may end before its time. A new one is tried once, unless slices have arrived in between.
    if (error.statusCode === 403 && !keys.problem() && renewedAt !== progress) {
      renewedAt = progress
      keys.forget()
      return start()
    }
    const problem = keys.problem() ?? problemOf(error)
    keys.forget()
    settle(({ reject }) => reject(problem))
  }
  const start = (): void => {
    cos.cancelTask(taskId)
    let ownId = ''
    cos.sliceUploadFile(
      {
        Bucket: bucket,
        Region: region,
        Key: begun.key,
        Body: file,
        ChunkSize: begun.sliceSize,
        AsyncLimit: 1,
        Headers: { 'Content-Type': begun.type, 'Content-Disposition': begun.disposition },
        onTaskReady: (id) => {
          taskId = ownId = id
        },
        onTaskStart: () => {
          // It was stopped before the library had begun.
          if (!current || ownId !== taskId) setTimeout(() => cos.cancelTask(ownId))
        },
        onProgress: ({ loaded, total }) => {
          progress = loaded
          current?.options.onProgress(total > 0 ? loaded / total : 0)
        },
      },
      (error) => {
        if (ownId === taskId) finish(error)
      },
    )
  }

  return {
    run: (options) =>
      new Promise((resolve, reject) => {
        const abort = () => {
          cos.cancelTask(taskId)
          settle((run) => run.reject(stopped()))
        }
        const done = (end: () => void) => {
          options.signal.removeEventListener('abort', abort)
          end()
        }
        current = { options, resolve: () => done(resolve), reject: (error) => done(() => reject(error)) }
        renewedAt = -1
        options.signal.addEventListener('abort', abort)
        if (options.signal.aborted) abort()
        else start()
      }),
    discard: async () => {
      cos.cancelTask(taskId)
      if (taskId !== '') await cos.abortUploadTask({ Bucket: bucket, Region: region, Level: 'file', Key: begun.key })
    },
  }
}

interface CosProblem {
  readonly statusCode?: number
  readonly code?: string
  readonly message?: string
}

/** What the library calls an error, as people get it. */
function problemOf({ statusCode, code, message }: CosProblem): ApiError {
  if (statusCode !== undefined && statusCode > 0) return refusedByStore(code || String(statusCode))
  // Wrong parameters are found before anything is sent.
  const isParameter = /missing param|format/i.test(message ?? '')
  return isParameter ? new ApiError(String(message), { kind: 'refused', code: 0 }) : lostNetwork()
}

/** The library would keep a key until its end, so every request is signed with the current one. */
function signatureOf(request: COS.GetAuthorizationOptions, key: TemporaryKey): COS.GetAuthorizationCallbackParams {
  const signing = { ...request, SecretId: key.tmpSecretId, SecretKey: key.tmpSecretKey }
  const signature = { Authorization: COS.getAuthorization(signing), SecurityToken: key.sessionToken }
  // Its types know signatures only without the token that belongs to a temporary key.
  return signature as unknown as COS.GetAuthorizationCallbackParams
}

/** The official host of a bucket is the library's own default. */
function domainOf(address: string, bucket: string, region: string): { Domain?: string; Protocol: string } {
  const { host, protocol } = new URL(address)
  return host === `${bucket}.cos.${region}.myqcloud.com` ? { Protocol: protocol } : { Domain: host, Protocol: protocol }
}

/** The temporary key, renewed before it ends. */
function createKeys(area: CloudTarget['area']) {
  let known: Promise<TemporaryKey> | null = null
  let until = 0
  let failure: ApiError | null = null
  const issue = async (): Promise<TemporaryKey> => {
    failure = null
    try {
      const began = Date.now() / 1000
      const key = await getData<TemporaryKey>(`/${area}/Cos/refreshToken`, '', { quiet: true, timeout: 30_000 })
      // Its life counts, whatever the clock of this computer says.
      until = began + (key.expiredTime - key.startTime) - renewBefore
      return key
    } catch (error) {
      known = null
      failure = error instanceof ApiError ? error : lostNetwork()
      throw failure
    }
  }
  return {
    current: (): Promise<TemporaryKey> => {
      if (!known || Date.now() / 1000 >= until) known = issue()
      return known
    },
    forget: (): void => {
      known = null
    },
    /** Why there was no key. */
    problem: (): ApiError | null => failure,
  }
}
