/** Sends slices to a store that speaks the protocol of S3, to addresses that the server has signed. */
import { postData } from '../../core/api/client.ts'
import type { TransferOptions } from '../queue.ts'
import type { BegunUpload, CloudTarget, Sending } from './sending.ts'
import { lostNetwork, refusedByStore, stopped } from './lost-network.ts'

interface SignedSlices {
  /** Numbers of the slices that the store has. */
  readonly done: readonly number[]
  /** Addresses of the next ones by number. */
  readonly urls: Readonly<Record<string, string>>
}

/** Tries of a slice: its address may be over, or the store may fail for a moment. */
const maxTries = 3

/**
 * One slice after the other. After every failure the server asks the store what it has, so that a slice that arrived
 * while its answer was lost is not sent again.
 */
export function createS3Sending(
  file: File,
  { url, uploadId, sliceSize }: BegunUpload & { readonly uploadId: string },
  area: CloudTarget['area'],
): Sending {
  const count = Math.ceil(file.size / sliceSize)
  const sliceOf = (number: number): Blob => file.slice((number - 1) * sliceSize, number * sliceSize)
  const ask = (signal: AbortSignal): Promise<SignedSlices> =>
    postData(`/${area}/Cos/slices`, { url, uploadId, size: file.size }, { quiet: true, signal, timeout: 30_000 })

  async function run({ onProgress, signal }: TransferOptions): Promise<void> {
    let signed = await ask(signal)
    const done = new Set(signed.done)
    const sentBytes = () => [...done].reduce((sum, number) => sum + sliceOf(number).size, 0)
    for (let tries = 0; done.size < count;) {
      const number = firstMissing(done, count)
      const address = signed.urls[number]
      const before = sentBytes()
      const outcome = address
        ? await putSlice(address, sliceOf(number), {
            signal,
            onProgress: (bytes) => onProgress((before + bytes) / file.size),
          })
        : 'again'
      if (outcome === 'sent') {
        done.add(number)
        tries = 0
        onProgress(sentBytes() / file.size)
        continue
      }
      // Having used up the signed addresses is no failure.
      if (address && ++tries >= maxTries) throw outcome === 'lost' ? lostNetwork() : refusedByStore(String(outcome))
      signed = await ask(signal)
      for (const stored of signed.done) done.add(stored)
    }
  }

  return {
    run,
    discard: () => postData(`/${area}/Cos/abort`, { url, uploadId }, { quiet: true }),
  }
}

function firstMissing(done: ReadonlySet<number>, count: number): number {
  for (let number = 1; number <= count; number += 1) if (!done.has(number)) return number
  return 0
}

/** `lost`: no answer; a number: the status of a refusal. */
type Outcome = 'sent' | 'again' | 'lost' | number

/** XMLHttpRequest, because fetch does not tell how much of a body has been sent. Rejects when it was aborted. */
function putSlice(
  address: string,
  slice: Blob,
  { onProgress, signal }: { readonly onProgress: (bytes: number) => void; readonly signal: AbortSignal },
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', abort)
      settle()
    }
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () =>
      end(() => resolve(request.status >= 200 && request.status < 300 ? 'sent' : request.status)),
    )
    request.addEventListener('error', () => end(() => resolve('lost')))
    request.addEventListener('abort', () => end(() => reject(stopped())))
    request.open('PUT', address)
    signal.addEventListener('abort', abort)
    if (signal.aborted) return end(() => reject(stopped()))
    request.send(slice)
  })
}
