/** A small seeded random source: equal seed and topic, equal numbers, on every machine. */
export interface Random {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  /** True in `share` of all cases. */
  chance(share: number): boolean
}

/** Each topic has a stream of its own, so that a change in one record leaves all others as they were. */
export function randomOf(seed: number, topic: string): Random {
  const next = mulberry32(hash(topic, seed))
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return { next, int, pick: (list) => itemAt(list, int(0, list.length - 1)), chance: (share) => next() < share }
}

/** The element at that place, counting round and round. */
export function itemAt<T>(list: readonly T[], place: number): T {
  if (list.length === 0) throw new RangeError('Nothing to choose from: the list is empty.')
  return list[place % list.length] as T
}

/** The numbers 0 to `size - 1` in random order. */
export function shuffled(size: number, random: Random): number[] {
  const order = Array.from({ length: size }, (_, place) => place)
  for (let last = size - 1; last > 0; last -= 1) {
    const other = random.int(0, last)
    const swapped = order[last] as number
    order[last] = order[other] as number
    order[other] = swapped
  }
  return order
}

function mulberry32(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** FNV-1a over the topic, started from the seed. */
function hash(topic: string, seed: number): number {
  let value = (0x811c9dc5 ^ seed) >>> 0
  for (const character of topic) value = Math.imul(value ^ (character.codePointAt(0) as number), 0x01000193) >>> 0
  return value
}
