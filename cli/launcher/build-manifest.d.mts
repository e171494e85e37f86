export function hashOf(...parts: readonly (string | Uint8Array)[]): string
export function isFresh(manifestFile: string, key: string): boolean
export function readFreshOutputs(manifestFile: string, key: string): string[] | null
export interface BuildManifest {
  /** Anything else the product depends on: options, versions. */
  readonly key: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** Milliseconds since 1970. */
  readonly startedAt: number
}
export function writeManifest(manifestFile: string, facts: BuildManifest): void
export function writeAtomically(path: string, text: string | Uint8Array): void
