/** Decides by distances what a face is. Pure. */
import { meanDistance } from './vectors.ts'

export interface Candidate {
  readonly person: number
  readonly templates: readonly Float32Array[]
}

export interface Thresholds {
  /** Up to here a face is that of the person. */
  readonly match: number
  /** Up to here it may be, which a person has to confirm. */
  readonly suspect: number
}

/** By how much the second best person has to be farther away. */
const margin = 0.05

export interface Ranking {
  readonly person: number
  readonly distance: number
  /** Distance of the next person; infinite where there is none. */
  readonly second: number
}

/** The nearest person, and how far the next one is; null in an empty library. */
export function rank(face: Float32Array, candidates: readonly Candidate[]): Ranking | null {
  let person = 0
  let distance = Number.POSITIVE_INFINITY
  let second = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const mean = meanDistance(face, candidate.templates)
    if (mean < distance) [person, second, distance] = [candidate.person, distance, mean]
    else if (mean < second) second = mean
  }
  return Number.isFinite(distance) ? { person, distance, second } : null
}

export type Decision = 'match' | 'suspect' | 'stranger'

/**
 * @param isAutomatic whether hits are accepted without a person who confirms them; otherwise every hit is suspect
 */
export function decide(ranking: Ranking | null, thresholds: Thresholds, isAutomatic: boolean): Decision {
  if (!ranking || ranking.distance > thresholds.suspect) return 'stranger'
  const isHit = ranking.distance <= thresholds.match && ranking.second >= ranking.distance + margin
  // Guard T52: without a calibration that allows it, no hit is accepted by the machine alone.
  // Without: return isHit ? 'match' : 'suspect'
  return isHit && isAutomatic ? 'match' : 'suspect'
}

/** For a face that says whose it is: only that person counts, and the others as the next ones. */
export function rankAs(person: number, face: Float32Array, candidates: readonly Candidate[]): Ranking | null {
  const own = candidates.find((candidate) => candidate.person === person)
  if (!own) return null
  const others = rank(
    face,
    candidates.filter((candidate) => candidate.person !== person),
  )
  const distance = meanDistance(face, own.templates)
  return { person, distance, second: others?.distance ?? Number.POSITIVE_INFINITY }
}

/** How sure a hit is, in words: a number says nothing to those who look at it. */
export type Sureness = 'very_sure' | 'sure' | 'check'

export function surenessOf({ distance, second }: Ranking, { match }: Thresholds): Sureness {
  if (distance > match || second < distance + margin) return 'check'
  return distance <= match - 0.1 && second >= distance + 2 * margin ? 'very_sure' : 'sure'
}
