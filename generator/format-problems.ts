/** Formats problems for a terminal: code and place, message, the source lines with a caret, and how to fix it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language, Text } from '../runtime/protocol/index.ts'
import { both, type Problem } from './source/problem.ts'

/** More would scroll the first ones away. */
export const maxPrinted = 20

export type Severity = 'error' | 'warning'

const severities: Readonly<Record<Severity, Text>> = { error: both('错误', 'error'), warning: both('警告', 'warning') }
const help = both('建议：', 'help: ')

const moreProblems = (count: number) =>
  both(
    `另有 ${count} 个问题未显示；加 --json 可全部列出。`,
    `Problems not shown: ${count}. Use --json to list all of them.`,
  )

/**
 * Terminal lines for the problems of the schemas below `root`: at most twenty problems, then the number of the others.
 * @param paint colors a part: `head` for code and place, `help` for the advice
 */
export async function formatProblems(
  root: string,
  problems: readonly Problem[],
  language: Language,
  paint: { readonly head: (text: string) => string; readonly help: (text: string) => string },
  severity: Severity = 'error',
): Promise<readonly string[]> {
  const lines: string[] = []
  for (const problem of problems.slice(0, maxPrinted)) {
    lines.push(
      paint.head(`${severities[severity][language]}[${problem.code}] ${placeOf(problem)}`) +
        ` ${problem.message[language]}`,
    )
    const frame = await formatFrame(root, problem)
    if (frame) lines.push(frame)
    if (problem.hint) lines.push(paint.help(help[language]) + problem.hint[language])
    lines.push('')
  }
  const rest = problems.length - maxPrinted
  return rest > 0 ? [...lines, moreProblems(rest)[language]] : lines
}

/** File below `schemas/`, or below the project when it is no schema, with line and column. */
export const placeOf = ({ file, line, column }: Problem): string => `${file.replace(/^\.\.\//, '')}:${line}:${column}`

/** The line of the token with one line around it, or null when the file cannot be shown. */
export async function formatFrame(root: string, problem: Problem): Promise<string | null> {
  const text = await readFile(join(root, 'schemas', problem.file), 'utf8').catch(() => null)
  if (text === null || text.includes('\0')) return null
  const { codeFrameColumns } = await import('@babel/code-frame')
  const { line, column, length } = problem
  return codeFrameColumns(
    text,
    { start: { line, column }, end: { line, column: column + length } },
    { linesAbove: 1, linesBelow: 1 },
  )
}
