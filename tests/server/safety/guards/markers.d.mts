export interface Guard {
  /** Line of the comment. */
  readonly line: number
  /** Numbers of the threats. */
  readonly ids: readonly string[]
  readonly name: string
  /** Code that stands in its place without the guard. */
  readonly instead?: string
  /** Offset of the guarded code. */
  readonly start: number
}

/** The guards of all sources below the root, each with its file. */
export function allGuards(root: string): (Guard & { readonly file: string })[]
/** The guards of a source. */
export function guardsIn(text: string): Guard[]
/** The source without the guard. */
export function withoutGuard(text: string, guard: Guard, lang?: 'ts' | 'tsx'): string
/** Test files of the projects `node` and `faults` with a test that names the threat. */
export function testsOf(root: string, id: string): string[]
