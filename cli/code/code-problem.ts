/** Problems of hand-written files, which lie outside `schemas/`. */
import { relative, sep } from 'node:path'
import { problemAt } from '../../generator/check/rule.ts'
import type { Problem } from '../../generator/source/problem.ts'
import type { Located } from './source.ts'

export const pathIn = (root: string, path: string): string => relative(root, path).split(sep).join('/')

export function codeProblem(
  code: string,
  root: string,
  { node, file }: Located,
  message: Problem['message'],
  hint: Problem['hint'],
): Problem {
  const path = pathIn(root, file.path)
  // Names of the text decide where a line starts; the other members of a schema file are not looked at.
  const source = { path: `../${path}`, text: file.text } as Parameters<typeof problemAt>[1]
  // Two things may be missing at one place.
  return problemAt(code, source, message.en, { offset: node.start, length: node.end - node.start }, { message, hint })
}
