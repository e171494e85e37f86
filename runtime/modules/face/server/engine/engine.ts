/** The engine: from a picture to the vector of a face, or the reason why there is none. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alignedSize, alignFace, yawOf } from './alignment.ts'
import {
  areThere,
  createNetworks,
  packageWeights,
  weightFilesAt,
  type Box,
  type Networks,
  type Weights,
} from './network.ts'
import { cutSquare, decodePicture, measureExposure, resample, type Pixels, type Point } from './picture.ts'
import { refusalOf, type Refusal } from './quality.ts'

/** A face that passed the gates of quality. */
export interface Face {
  readonly vector: Float32Array
  /** Degrees by which the head is turned, positive to the person's own left. */
  readonly yaw: number
  /** 0 to 100. */
  readonly quality: number
  /** The aligned face. */
  readonly aligned: Pixels
}

type Analysis = { readonly face: Face } | { readonly refusal: Refusal }

interface AnalysisOptions {
  /** The head may be turned, as a challenge asks for. */
  readonly mayTurn?: boolean
}

/** An engine makes vectors that can be compared with those of the same name and version only. */
export interface FaceEngine {
  readonly name: string
  readonly version: string
  /** @param bytes of a picture in any format that browsers make */
  analyse(bytes: Uint8Array, options?: AnalysisOptions): Promise<Analysis>
}

/**
 * Sides of the square in which faces are searched. The detector finds faces of a certain size: those before a camera in
 * the small square, which takes 40 ms; small faces of a large picture in the other one. Measured, see the README.
 */
const detectorSizes = [160, 352] as const
const detectorThreshold = 0.5
const landmarksSize = 112

/** @param networks in which the vectors are computed */
function createEngine(name: string, version: string, networks: Networks): FaceEngine {
  return {
    name,
    version,
    async analyse(bytes, { mayTurn = false } = {}) {
      const picture = await decodePicture(bytes)
      if (!picture) return { refusal: 'unreadable' }
      const side = Math.max(picture.width, picture.height)
      const faces = await findFaces(networks, picture, side)
      const [box] = faces
      if (!box) return { refusal: 'no_face' }
      // A small face in the background does not count beside a large one.
      if (faces.some((other) => other !== box && other.width > box.width / 2)) return { refusal: 'many_faces' }
      const landmarks = await findLandmarks(networks, picture, box)
      const { similarity, deviation } = alignFace(landmarks)
      const aligned = resample(picture, alignedSize, similarity)
      const yaw = yawOf(landmarks)
      const quality = { ...measureExposure(aligned), size: Math.min(box.width, box.height), deviation, yaw }
      const refusal = refusalOf(quality, mayTurn)
      if (refusal) return { refusal }
      const vector = await networks.describe(aligned)
      return { face: { vector, yaw, quality: qualityScore(quality), aligned } }
    },
  }
}

async function findFaces(networks: Networks, picture: Pixels, side: number): Promise<readonly Box[]> {
  for (const size of detectorSizes) {
    const boxes = await networks.detect(cutSquare(picture, 0, 0, side, size), detectorThreshold)
    if (boxes.length > 0) return boxes.map((box) => scaled(box, side))
  }
  return []
}

const scaled = ({ left, top, width, height, score }: Box, side: number): Box => ({
  left: left * side,
  top: top * side,
  width: width * side,
  height: height * side,
  score,
})

async function findLandmarks(networks: Networks, picture: Pixels, box: Box): Promise<readonly Point[]> {
  const side = Math.max(box.width, box.height)
  const left = box.left + (box.width - side) / 2
  const top = box.top + (box.height - side) / 2
  const values = await networks.mark(cutSquare(picture, left, top, side, landmarksSize))
  return Array.from({ length: 68 }, (_point, index) => ({
    x: left + (values[2 * index] ?? 0) * side,
    y: top + (values[2 * index + 1] ?? 0) * side,
  }))
}

/** One number for people: how far a face is from the gates. */
function qualityScore(measured: { readonly sharpness: number; readonly size: number; readonly yaw: number }): number {
  const parts = [
    Math.min(1, measured.sharpness / 400),
    Math.min(1, measured.size / 200),
    Math.max(0, 1 - Math.abs(measured.yaw) / 45),
  ]
  return Math.round((100 * parts.reduce((sum, part) => sum + part, 0)) / parts.length)
}

let builtIn: FaceEngine | null = null

/**
 * The engine of this process; null where the weights are not installed.
 * @param model name of another recognition network of the same layers, as files in the folder `models` of the data
 * folder: `<model>.bin` and `<model>-weights_manifest.json`
 */
export function faceEngine(dataFolder: string, model = ''): FaceEngine | null {
  const weights = packageWeights()
  if (!weights) return null
  if (model === '') return (builtIn ??= createBuiltIn(weights))
  return otherEngine(weights, join(dataFolder, 'models', model), model)
}

/** Name and version of the built-in engine. */
export const builtInEngine = { name: 'dlib-resnet-128', version: '1' } as const

const createBuiltIn = (weights: Weights): FaceEngine =>
  createEngine(builtInEngine.name, builtInEngine.version, createNetworks(weights))

const others = new Map<string, FaceEngine>()

/** Vectors of other weights are never compared with those of these: the version is the hash of the file. */
function otherEngine(weights: Weights, path: string, model: string): FaceEngine | null {
  const describer = weightFilesAt(path)
  if (!areThere(describer)) return null
  const version = createHash('sha256').update(readFileSync(describer.values)).digest('hex').slice(0, 16)
  const key = `${path} ${version}`
  const engine = others.get(key) ?? createEngine(model, version, createNetworks({ ...weights, describer }))
  others.set(key, engine)
  return engine
}
