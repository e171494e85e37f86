export function hashOf(...parts: readonly (string | Uint8Array)[]): string
export function isFresh(stampFile: string, key: string): boolean
export interface StampFacts {
  /** Anything else the product depends on: options, versions. */
  readonly key: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** Milliseconds since 1970. */
  readonly startedAt: number
}
export function writeStamp(stampFile: string, facts: StampFacts): void
export function writeWhole(path: string, text: string | Uint8Array): void
