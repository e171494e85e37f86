/** Vectors of faces: encrypted in the database, compared by their distance. */
import type { Settings } from 'tablewright/server'

type Secrets = Pick<Settings, 'secrets'>

/** A template can be opened as that of its own person and slot only. */
const nameOf = (reference: string, slot: number): string => `face template ${reference} ${slot}`

/** Encrypts a vector with the key of the data folder. */
// Guard T10: the database has vectors encrypted only.
export const sealVector = ({ secrets }: Secrets, reference: string, slot: number, vector: Float32Array): string =>
  secrets.seal(nameOf(reference, slot), base64Of(vector))

/** @throws when the key is another one, or the row is not that of this person and slot */
export function openVector({ secrets }: Secrets, reference: string, slot: number, sealed: string): Float32Array {
  const bytes = Buffer.from(secrets.open(nameOf(reference, slot), sealed), 'base64')
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

const base64Of = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

/** Euclidean distance: 0 = the same picture, about 1 = nothing in common. */
export function distanceOf(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    sum += difference * difference
  }
  return Math.sqrt(sum)
}

/** The distance of a face from a person: the mean over the person's templates. */
export const meanDistance = (face: Float32Array, templates: readonly Float32Array[]): number =>
  templates.reduce((sum, template) => sum + distanceOf(face, template), 0) / templates.length
