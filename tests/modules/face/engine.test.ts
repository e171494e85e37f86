/** The engine: its networks against recorded outputs of the package's own runtime, and its gates on real pictures. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { alignFace, yawOf } from '../../../runtime/modules/face/server/engine/alignment.ts'
import { faceEngine, type FaceEngine } from '../../../runtime/modules/face/server/engine/engine.ts'
import { createNetworks, packageWeights, type Networks } from '../../../runtime/modules/face/server/engine/network.ts'
import { gates, refusalOf } from '../../../runtime/modules/face/server/engine/quality.ts'
import { distanceOf } from '../../../runtime/modules/face/server/library/vectors.ts'
import { blurred, cropped, pictureFolder, readPicture, relit, tilted } from './pictures.ts'

interface Recorded {
  readonly vector: readonly number[]
  readonly landmarks: readonly number[]
  readonly boxes: readonly (readonly number[])[]
}

const recorded = JSON.parse(readFileSync(join(pictureFolder, 'recognition.json'), 'utf8')) as Record<string, Recorded>
const front = 'person19-1.jpg'

const square = async (name: string, size: number) => ({
  width: size,
  height: size,
  data: await sharp(readPicture(name)).resize(size, size, { fit: 'fill' }).removeAlpha().raw().toBuffer(),
})

describe('the networks', () => {
  let networks: Networks
  beforeAll(() => {
    networks = createNetworks(packageWeights()!)
  })

  it.each(Object.keys(recorded))('compute what the runtime of the package computes for %s', async (name) => {
    const { vector, landmarks, boxes } = recorded[name]!
    const [own, marks, faces] = [
      await networks.describe(await square(name, 150)),
      await networks.mark(await square(name, 112)),
      await networks.detect(await square(name, 160), 0.5),
    ]
    const largest = (a: ArrayLike<number>, b: readonly number[]) =>
      Math.max(...b.map((value, index) => Math.abs(value - (a[index] ?? Number.NaN))))
    expect(own).toHaveLength(128)
    expect(largest(own, vector)).toBeLessThan(2e-3)
    expect(distanceOf(own, Float32Array.from(vector))).toBeLessThan(2e-3)
    expect(largest(marks, landmarks)).toBeLessThan(2e-3)
    expect(faces).toHaveLength(boxes.length)
    for (const [index, { left, top, width, height, score }] of faces.entries())
      expect(largest([left, top, width, height, score], boxes[index]!)).toBeLessThan(2e-3)
  })
})

describe('the engine', () => {
  let engine: FaceEngine
  beforeAll(() => {
    engine = faceEngine('/nowhere')!
  })
  const refusal = async (bytes: Buffer, mayTurn = false) => {
    const analysis = await engine.analyse(bytes, { mayTurn })
    return 'refusal' in analysis ? analysis.refusal : null
  }

  it('F3 gives the same vector for the same frame, and a near one for copies of it', async () => {
    const bytes = readPicture(front)
    const face = async (picture: Buffer) => {
      const analysis = await engine.analyse(picture)
      if ('refusal' in analysis) throw new Error(analysis.refusal)
      return analysis.face
    }
    const { vector, quality } = await face(bytes)
    expect((await face(bytes)).vector).toEqual(vector)
    expect(quality).toBeGreaterThan(90)
    const copies = [await relit(bytes, 0.7), await cropped(bytes, 0.08), await tilted(bytes, 12)]
    for (const copy of copies) expect(distanceOf((await face(copy)).vector, vector)).toBeLessThan(0.35)
    expect(distanceOf((await face(readPicture('person08-1.jpg'))).vector, vector)).toBeGreaterThan(0.6)
  })

  it('refuses pictures that say too little of a face, and names the reason', async () => {
    const bytes = readPicture(front)
    expect(await refusal(Buffer.from('no picture'))).toBe('unreadable')
    expect(await refusal(await sharp({ create: blank }).jpeg().toBuffer())).toBe('no_face')
    expect(await refusal(await sharp(bytes).resize(125).extend(border).jpeg().toBuffer())).toBe('small')
    expect(await refusal(await relit(bytes, 0.26))).toBe('dark')
    expect(await refusal(await blurred(bytes, 6))).toBe('blurred')
    // Half of a face, as an unaligned crop leaves it, is never compared (face-api.js#494).
    const { width, height } = await sharp(bytes).metadata()
    const half = { left: Math.round(width * 0.48), top: 0, width: Math.round(width * 0.5), height }
    expect(['landmarks', 'no_face']).toContain(await refusal(await sharp(bytes).extract(half).jpeg().toBuffer(), true))
    const pair = await sharp({ create: { ...blank, width: 2 * width, height } })
      .composite([
        { input: bytes, left: 0, top: 0 },
        { input: readPicture('person08-1.jpg'), left: width, top: 0 },
      ])
      .jpeg()
      .toBuffer()
    expect(await refusal(pair)).toBe('many_faces')
    // Turned by more than a template may be, and turned as a challenge may ask for.
    expect(await refusal(readPicture('person25-1.jpg'))).toBe('turned')
    expect(await refusal(readPicture('person25-1.jpg'), true)).toBeNull()
  })

  it('takes another recognition network that the operator names, and none that is not there', () => {
    expect(faceEngine('/nowhere', 'taguchi')).toBeNull()
    expect(faceEngine('/nowhere', '')).toBe(engine)
    expect(engine).toMatchObject({ name: 'dlib-resnet-128', version: '1' })
  })
})

describe('the gates', () => {
  const good = { size: 120, deviation: 0.05, brightness: 120, sharpness: 200, yaw: 0 }

  it.each([
    [{}, null],
    [{ size: gates.minSize - 1 }, 'small'],
    [{ deviation: 0.2 }, 'landmarks'],
    [{ deviation: Number.NaN }, 'landmarks'],
    [{ brightness: 39 }, 'dark'],
    [{ brightness: 221 }, 'bright'],
    [{ sharpness: 5 }, 'blurred'],
    [{ yaw: -21 }, 'turned'],
  ] as const)('answer %o with %s', (change, expected) => {
    expect(refusalOf({ ...good, ...change }, false)).toBe(expected)
  })

  it('estimate how far a head is turned, tilted or not, and align what is turned in the plane', () => {
    const points = Array.from({ length: 68 }, () => ({ x: 50, y: 60 }))
    points[36] = { x: 30, y: 50 }
    points[45] = { x: 70, y: 50 }
    points[30] = { x: 60, y: 60 }
    expect(yawOf(points)).toBeCloseTo(26.6, 1)
    const tilt = points.map(({ x, y }) => ({ x: x * 0.9 - y * 0.4, y: x * 0.4 + y * 0.9 }))
    expect(yawOf(tilt)).toBeGreaterThan(10)
    points[30] = { x: 40, y: 60 }
    expect(yawOf(points)).toBeCloseTo(-26.6, 1)
    // Landmarks in one point are no face.
    expect(alignFace(points.map(() => ({ x: 5, y: 5 }))).deviation).toBe(Number.POSITIVE_INFINITY)
  })
})

const blank = { width: 320, height: 240, channels: 3, background: '#777777' } as const
const border = { top: 100, bottom: 200, left: 150, right: 200, background: '#777777' }
