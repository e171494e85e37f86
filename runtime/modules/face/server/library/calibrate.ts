/** Error rates of a library by threshold, from the distances of its own pairs. Pure. */
import type { Candidate } from './decide.ts'
import { meanDistance } from './vectors.ts'

export interface Pairs {
  /** Distances of a face from its own person. */
  readonly genuine: readonly number[]
  /** Distances of a face from other persons. */
  readonly impostor: readonly number[]
}

export interface CurvePoint {
  readonly threshold: number
  /** Part of the pairs of different people that would be accepted; null without such pairs. */
  readonly far: number | null
  /** Part of the pairs of one person that would be refused; null without such pairs. */
  readonly frr: number | null
  readonly false_accepts: number
  readonly false_rejects: number
}

/** Rates that a library has to reach before the machine may accept by itself. */
export interface Target {
  readonly maxFar: number
  readonly maxFrr: number
}

const minPersons = 20
export const minTemplates = 3

const first = 0.2
const last = 0.8
const step = 0.01

/** Rates at each threshold, in steps of a hundredth. */
export function curveOf({ genuine, impostor }: Pairs): readonly CurvePoint[] {
  const own = [...genuine].sort((a, b) => a - b)
  const others = [...impostor].sort((a, b) => a - b)
  const count = Math.round((last - first) / step) + 1
  return Array.from({ length: count }, (_point, index) => {
    const threshold = Number((first + index * step).toFixed(2))
    const falseAccepts = countUpTo(others, threshold)
    const falseRejects = own.length - countUpTo(own, threshold)
    return {
      threshold,
      far: others.length > 0 ? falseAccepts / others.length : null,
      frr: own.length > 0 ? falseRejects / own.length : null,
      false_accepts: falseAccepts,
      false_rejects: falseRejects,
    }
  })
}

/** How many of the sorted values are at most the limit. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Each template against the others of its person, and against every other person: as `decide` compares faces, so that
 * the curve is about what happens.
 */
export function pairsOf(candidates: readonly Candidate[]): Pairs {
  const genuine: number[] = []
  const impostor: number[] = []
  for (const { person, templates } of candidates)
    for (const [index, face] of templates.entries()) {
      const others = templates.filter((_template, other) => other !== index)
      if (others.length > 0) genuine.push(meanDistance(face, others))
      for (const candidate of candidates)
        if (candidate.person !== person) impostor.push(meanDistance(face, candidate.templates))
    }
  return { genuine, impostor }
}

export interface Calibration {
  readonly curve: readonly CurvePoint[]
  /** The largest threshold that reaches the target; null = none does. */
  readonly threshold: number | null
}

/** The rates of pairs, and where they reach the target. */
export function calibrate(pairs: Pairs, target: Target): Calibration {
  const curve = curveOf(pairs)
  return { curve, threshold: reachedThreshold(curve, target) }
}

/** The largest threshold at which both rates reach the target; null = none does. */
export function reachedThreshold(curve: readonly CurvePoint[], { maxFar, maxFrr }: Target): number | null {
  const reached = curve.filter(({ far, frr }) => far !== null && frr !== null && far <= maxFar && frr <= maxFrr)
  return reached.at(-1)?.threshold ?? null
}

/**
 * Whether the machine may accept by itself: enough people with enough templates, and at the threshold in use both rates
 * are reached.
 */
export function mayAccept(
  { curve, persons }: { readonly curve: readonly CurvePoint[]; readonly persons: number },
  threshold: number,
  { maxFar, maxFrr }: Target,
): boolean {
  if (persons < minPersons) return false
  // Between two points the one with more false accepts counts for them, the other for false rejects.
  const above = curve.find((point) => point.threshold >= threshold)
  const below = curve.findLast((point) => point.threshold <= threshold)
  if (above?.far === null || below?.frr === null || !above || !below) return false
  return above.far <= maxFar && below.frr <= maxFrr
}

/** That at least one of so many people is taken for somebody: errors add up with the size of the library. */
export const farOfSearch = (far: number, people: number): number => 1 - (1 - far) ** people

/** The rate is below this with 95 % certainty: no error among 300 pairs says that it is at most 1 %. */
export const upperBound = (errors: number, pairs: number): number | null =>
  pairs === 0 ? null : Math.min(1, Math.max(3, errors + 1.645 * Math.sqrt(errors) + 2) / pairs)
