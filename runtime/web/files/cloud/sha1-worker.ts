/** Hashes the file it is sent, away from the page. */
import { hashBlob } from './sha1.ts'

export type HashMessage = { readonly progress: number } | { readonly sha1: string } | { readonly failed: true }

const answer = (message: HashMessage): void => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  hashBlob(data, (progress) => answer({ progress })).then(
    (sha1) => answer({ sha1 }),
    () => answer({ failed: true }),
  )
})
