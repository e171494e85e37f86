/** The thread in which the networks of the built-in engine run. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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

const packageName = '@vladmandic/face-api'

/** The folder of the weights of the package; null where it is not installed. */
export function weightsFolder(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`)), 'model')
  } catch {
    return null
  }
}

/**
 * Runs the networks, one call at a time, in a thread that is started when it is needed.
 * @param describer path of the weights of the recognition network, without their endings
 */
export function createNetworks(folder: string, describer: string): Networks {
  const limit = pLimit(1)
  let worker: Worker | null = null
  let timer: NodeJS.Timeout | undefined
  const start = (): Worker => {
    // A build copies the file and writes its new address here.
    const thread = new Worker(new URL('./network-worker.mjs', import.meta.url), {
      workerData: {
        detector: join(folder, 'tiny_face_detector_model'),
        landmarks: join(folder, 'face_landmark_68_model'),
        describer,
      },
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
