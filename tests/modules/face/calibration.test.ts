/** Error rates and decisions on distances and vectors that are made up. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calibrate,
  curveOf,
  farOfSearch,
  mayAccept,
  pairsOf,
  upperBound,
} from '../../../runtime/modules/face/server/library/calibrate.ts'
import {
  decide,
  rank,
  rankAs,
  surenessOf,
  type Candidate,
} from '../../../runtime/modules/face/server/library/decide.ts'

const target = { maxFar: 0.001, maxFrr: 0.15 }
const thresholds = { match: 0.45, suspect: 0.52 }

/** A vector at that distance from the one of zeros. */
const vectorAt = (distance: number, axis = 0): Float32Array => {
  const vector = new Float32Array(128)
  vector[axis] = distance
  return vector
}
const origin = vectorAt(0)

/** People around centres that are far from each other; `noise` is how far their templates are from it. */
const peopleOf = (count: number, noise: number, templates = 3): readonly Candidate[] =>
  Array.from({ length: count }, (_person, person) => ({
    person: person + 1,
    templates: Array.from({ length: templates }, (_template, slot) => {
      const vector = vectorAt(0.7, person)
      vector[120 + slot] = noise
      return vector
    }),
  }))

describe('calibration', () => {
  it('F4 never lowers false accepts when the threshold rises, nor raises false rejects', () => {
    const distances = fc.array(fc.double({ min: 0, max: 1.4, noNaN: true }), { maxLength: 60 })
    fc.assert(
      fc.property(distances, distances, (genuine, impostor) => {
        const curve = curveOf({ genuine, impostor })
        for (const [index, point] of curve.entries()) {
          const before = curve[index - 1] ?? point
          expect(point.far ?? 0).toBeGreaterThanOrEqual(before.far ?? 0)
          expect(point.frr ?? 0).toBeLessThanOrEqual(before.frr ?? 0)
          // Each rate is the number of pairs that are counted one by one.
          expect(point.false_accepts).toBe(impostor.filter((distance) => distance <= point.threshold).length)
          expect(point.false_rejects).toBe(genuine.filter((distance) => distance > point.threshold).length)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('finds no threshold where the distances of different people reach down to those of one (dlib#480)', () => {
    // As posted: 42 pairs, different people from 0.22 on, the same person up to 0.70.
    const impostor = [0.22, 0.25, 0.28, 0.3, 0.31, 0.33, ...Array.from({ length: 22 }, (_pair, n) => 0.34 + n * 0.01)]
    const genuine = Array.from({ length: 14 }, (_pair, n) => 0.31 + n * 0.03)
    expect(impostor.length + genuine.length).toBe(42)
    expect(Math.max(...genuine)).toBeCloseTo(0.7)
    for (const maxFar of [0.01, 0.001]) {
      const { curve, threshold } = calibrate({ genuine, impostor }, { maxFar, maxFrr: 0.15 })
      expect(threshold).toBeNull()
      for (const value of [0.3, 0.45, 0.6]) expect(mayAccept({ curve, persons: 500 }, value, target)).toBe(false)
    }
  })

  it('lets the machine accept only with twenty people, and where both rates reach the target', () => {
    const good = curveOf(pairsOf(peopleOf(20, 0.2)))
    expect(mayAccept({ curve: good, persons: 20 }, 0.45, target)).toBe(true)
    expect(mayAccept({ curve: good, persons: 19 }, 0.45, target)).toBe(false)
    // A threshold below the distances of one person refuses all of them; above those of others it accepts all.
    expect(mayAccept({ curve: good, persons: 20 }, 0.21, target)).toBe(false)
    expect(mayAccept({ curve: curveOf(pairsOf(peopleOf(20, 0.05))), persons: 20 }, 0.8, target)).toBe(true)
    expect(mayAccept({ curve: curveOf({ genuine: [], impostor: [] }), persons: 20 }, 0.45, target)).toBe(false)
    expect(mayAccept({ curve: curveOf({ genuine: [0.1], impostor: [] }), persons: 20 }, 0.45, target)).toBe(false)
  })

  it('compares each template with the others of its person and with every other person', () => {
    const pairs = pairsOf(peopleOf(20, 0.2))
    expect(pairs.genuine).toHaveLength(60)
    expect(pairs.impostor).toHaveLength(60 * 19)
    expect(pairs.genuine[0]).toBeCloseTo(0.2 * Math.SQRT2, 5)
    expect(pairs.impostor[0]).toBeGreaterThan(0.9)
    // One template has no other one to be compared with.
    expect(pairsOf(peopleOf(2, 0.2, 1)).genuine).toEqual([])
  })

  it('says how errors add up in a search, and what few pairs prove', () => {
    expect(farOfSearch(0.001, 100)).toBeCloseTo(0.095, 3)
    expect(farOfSearch(0, 1000)).toBe(0)
    expect(upperBound(0, 300)).toBeCloseTo(0.01)
    expect(upperBound(0, 0)).toBeNull()
    expect(upperBound(5, 100)).toBeGreaterThan(0.05)
  })
})

describe('decisions', () => {
  const library = (near: number, next: number): readonly Candidate[] => [
    { person: 1, templates: [vectorAt(near)] },
    { person: 2, templates: [vectorAt(-next)] },
  ]

  it('accept nobody by the machine alone while the calibration does not allow it', () => {
    const hit = rank(origin, library(0.2, 0.8))
    expect(decide(hit, thresholds, false)).toBe('suspect')
    expect(decide(hit, thresholds, true)).toBe('match')
  })

  it('need a margin to the next person, and call what is far a stranger (face-api.js#640)', () => {
    expect(decide(rank(origin, library(0.44, 0.48)), thresholds, true)).toBe('suspect')
    expect(decide(rank(origin, library(0.44, 0.5)), thresholds, true)).toBe('match')
    expect(decide(rank(origin, library(0.5, 0.9)), thresholds, true)).toBe('suspect')
    expect(decide(rank(origin, library(0.53, 0.9)), thresholds, true)).toBe('stranger')
    expect(decide(rank(vectorAt(0.6, 127), peopleOf(30, 0.1)), thresholds, true)).toBe('stranger')
    expect(decide(rank(origin, []), thresholds, true)).toBe('stranger')
  })

  it('compare with a person, not with one picture (CompreFace#1219)', () => {
    const candidates = [
      { person: 1, templates: [vectorAt(0.1), vectorAt(0.9)] },
      { person: 2, templates: [vectorAt(0.4, 1), vectorAt(0.4, 2)] },
    ]
    expect(rank(origin, candidates)).toMatchObject({ person: 2, second: expect.closeTo(0.5) })
  })

  it('of a face that says whose it is concern that person, with the others as the next ones', () => {
    expect(rankAs(2, origin, library(0.2, 0.4))).toMatchObject({ person: 2, second: expect.closeTo(0.2) })
    expect(decide(rankAs(2, origin, library(0.2, 0.4)), thresholds, true)).toBe('suspect')
    expect(rankAs(3, origin, library(0.2, 0.4))).toBeNull()
  })

  it('say in words how sure they are', () => {
    const words = (near: number, next: number) => surenessOf(rank(origin, library(near, next))!, thresholds)
    expect([words(0.2, 0.8), words(0.4, 0.8), words(0.5, 0.8), words(0.4, 0.42)]).toEqual([
      'very_sure',
      'sure',
      'check',
      'check',
    ])
  })
})
