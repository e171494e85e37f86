/**
 * The SHA-1 that the client computes of a file before it goes to a cloud store, beside the same library on one buffer
 * that holds the whole file. In Node, whose engine is Chromium's; reading a Blob piece by piece is part of it. In a
 * thread of its own, as in the client: collecting the garbage of a large heap takes longer than reading.
 */
import { randomFillSync } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { sha1 } from '@noble/hashes/legacy.js'
import { root } from './servers.mjs'

/** @returns megabytes per second of ours and of the library, the best of the runs */
export async function benchSha1({ uploadMb, runs }) {
  const { build } = await import('rolldown')
  const file = join(root, '.build', 'bench-sha1.mjs')
  await build({
    input: join(root, 'runtime/web/files/cloud/sha1.ts'),
    platform: 'node',
    logLevel: 'silent',
    output: { file, format: 'esm' },
  })
  try {
    const worker = new Worker(new URL(import.meta.url), { workerData: { file, uploadMb, runs } })
    return await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  } finally {
    rmSync(file, { force: true })
  }
}

async function compare({ file, uploadMb, runs }) {
  const { hashBlob } = await import(pathToFileURL(file).href)
  const bytes = randomFillSync(new Uint8Array(uploadMb * 1024 * 1024))
  const blob = new Blob([bytes])
  let [ours, library] = [0, 0]
  for (let run = 0; run < runs + 1; run += 1) {
    library = Math.max(library, await speed(uploadMb, () => sha1(bytes)))
    ours = Math.max(ours, await speed(uploadMb, () => hashBlob(blob, () => {})))
  }
  return { ours, library }
}

async function speed(megabytes, work) {
  const start = performance.now()
  await work()
  return megabytes / ((performance.now() - start) / 1000)
}

if (!isMainThread) parentPort.postMessage(await compare(workerData))
