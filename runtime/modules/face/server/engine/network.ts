/** The thread in which the networks of the built-in engine run. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { Pixels } from './picture.ts'

/** A box in parts of the square that was searched. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly score: number
}

export interface Networks {
  /** Faces in a square, the most certain first. */
  detect(square: Pixels, threshold: number): Promise<readonly Box[]>
  /** 68 landmarks in a square of 112 pixels, in parts of it: x, y, x, y … */
  mark(square: Pixels): Promise<Float32Array>
  /** The vector of an aligned square of 150 pixels. */
  describe(square: Pixels): Promise<Float32Array>
}

type Answer = { readonly result: unknown } | { readonly error: string }

/** How long the thread waits for other work, in milliseconds: starting it reads 7 MB of weights. */
const idleMs = 60_000

/** The files of a network: its values as bytes, and what they mean. */
export interface WeightFiles {
  readonly values: string
  readonly manifest: string
}

export interface Weights {
  readonly detector: WeightFiles
  readonly landmarks: WeightFiles
  readonly describer: WeightFiles
}

const packageName = '@vladmandic/face-api'

/**
 * The weights of the package; null where they are not installed. A build copies these files, and no others of the
 * package, and writes their new addresses here.
 */
export function packageWeights(): Weights | null {
  const detector = filesOf(
    'tiny_face_detector_model',
    new URL('@vladmandic/face-api/model/tiny_face_detector_model.bin', import.meta.url),
    new URL('@vladmandic/face-api/model/tiny_face_detector_model-weights_manifest.json', import.meta.url),
  )
  const landmarks = filesOf(
    'face_landmark_68_model',
    new URL('@vladmandic/face-api/model/face_landmark_68_model.bin', import.meta.url),
    new URL('@vladmandic/face-api/model/face_landmark_68_model-weights_manifest.json', import.meta.url),
  )
  const describer = filesOf(
    'face_recognition_model',
    new URL('@vladmandic/face-api/model/face_recognition_model.bin', import.meta.url),
    new URL('@vladmandic/face-api/model/face_recognition_model-weights_manifest.json', import.meta.url),
  )
  return detector && landmarks && describer && { detector, landmarks, describer }
}

/** The files of a network: the copies of a build, else those of the package. */
function filesOf(name: string, values: URL, manifest: URL): WeightFiles | null {
  const copies = { values: fileURLToPath(values), manifest: fileURLToPath(manifest) }
  if (areThere(copies)) return copies
  try {
    const path = join(dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`)), 'model', name)
    const files = weightFilesAt(path)
    return areThere(files) ? files : null
  } catch {
    return null
  }
}

/** @param path of the files without their endings */
export const weightFilesAt = (path: string): WeightFiles => ({
  values: `${path}.bin`,
  manifest: `${path}-weights_manifest.json`,
})

export const areThere = ({ values, manifest }: WeightFiles): boolean => existsSync(values) && existsSync(manifest)

/** Runs the networks, one call at a time, in a thread that is started when it is needed. */
export function createNetworks(weights: Weights): Networks {
  const limit = pLimit(1)
  let worker: Worker | null = null
  let timer: NodeJS.Timeout | undefined
  const start = (): Worker => {
    // A build copies the file and writes its new address here.
    const thread = new Worker(new URL('./network-worker.mjs', import.meta.url), {
      workerData: weights,
      execArgv: [],
    })
    thread.on('error', () => {}).once('exit', () => (worker = worker === thread ? null : worker))
    return thread
  }
  const call = <Result>(kind: keyof Networks, input: readonly unknown[]): Promise<Result> =>
    limit(async () => {
      clearTimeout(timer)
      const thread = (worker ??= start())
      thread.ref()
      try {
        const answer = await ask(thread, { kind, input })
        if ('error' in answer) throw new Error(answer.error)
        return answer.result as Result
      } finally {
        thread.unref()
        timer = setTimeout(() => void thread.terminate(), idleMs).unref()
      }
    })
  return {
    detect: ({ data, width }, threshold) => call('detect', [data, width, threshold]),
    mark: ({ data }) => call('mark', [data]),
    describe: ({ data }) => call('describe', [data]),
  }
}

function ask(thread: Worker, request: { readonly kind: string; readonly input: readonly unknown[] }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (answer: Answer): void => {
      thread.off('error', fail).off('exit', end)
      resolve(answer)
    }
    const fail = (error: Error): void => {
      thread.off('message', settle).off('exit', end)
      reject(error)
    }
    const end = (): void => fail(new Error('The thread of the face networks ended.'))
    thread.once('message', settle).once('error', fail).once('exit', end)
    thread.postMessage(request)
  })
}
