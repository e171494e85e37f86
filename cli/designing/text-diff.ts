/** Changes of files as `git apply` reads them. */
import { createTwoFilesPatch } from 'diff'
import type { Documents } from '../../generator/edit/document-editor.ts'
import { changedPaths } from '../adding/schema-files.ts'

export interface FileDiff {
  /** Below the project. */
  readonly path: string
  readonly patch: string
}

/** One patch for each document that differs. */
export const diffsOf = (before: Documents, after: Documents): readonly FileDiff[] =>
  changedPaths(before, after).map((path) => {
    const name = path.slice('schemas/'.length)
    return { path, patch: patchOf(path, before.get(name), after.get(name)) }
  })

/** The whole change as one patch. */
export const patchText = (diffs: readonly FileDiff[]): string => diffs.map(({ patch }) => patch).join('')

function patchOf(path: string, before: string | undefined, after: string | undefined): string {
  const [from, to] = [before === undefined ? '/dev/null' : `a/${path}`, after === undefined ? '/dev/null' : `b/${path}`]
  const body = createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, { context: 3 })
    .split('\n')
    .filter((line) => !/^=+$/.test(line))
    .map((line) => (/^(---|\+\+\+) /.test(line) ? line.replace(/\t$/, '') : line))
    .join('\n')
  const mode = before === undefined ? 'new file mode 100644\n' : after === undefined ? 'deleted file mode 100644\n' : ''
  return `diff --git a/${path} b/${path}\n${mode}${body}`
}
