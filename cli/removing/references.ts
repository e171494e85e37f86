/** Finds references to something that is removed. */
import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { check } from '../../generator/pipeline.ts'
import type { ShippedModules } from '../../generator/read.ts'
import { placeOf } from '../../generator/format-problems.ts'
import type { Problem } from '../../generator/source/problem.ts'
import type { Text } from '../../runtime/protocol/index.ts'
import { findCodeProblems } from '../code/problems.ts'
import { importsOf, readCode } from '../code/source.ts'
import { filesBelow } from '../launcher/publish.mjs'
import type { Draft } from './draft.ts'

/** A place, and what it says of what is removed. */
export interface Reference {
  readonly place: string
  readonly message: Text
}

/**
 * Places that `check` would complain of once the changes are made, and code that names what goes.
 * @param names how code may name it (`'shop/brand'`, `generated/shop/brand/`)
 */
export async function findReferences(
  root: string,
  draft: Draft,
  shipped: ShippedModules | null,
  names: readonly RegExp[],
): Promise<readonly Reference[]> {
  const before = new Set((await check(root, shipped, findCodeProblems)).problems.map(keyOf))
  return draft.inCopy(async (copy) => {
    const { problems } = await check(copy, shipped, findCodeProblems)
    const broken = problems
      .filter((problem) => !before.has(keyOf(problem)))
      .map((problem) => ({ place: placeOf(problem), message: problem.message }))
    return [...broken, ...importsOfRemoved(copy, draft), ...mentions(copy, names)]
  })
}

/** Lines move when something above them goes. */
const keyOf = ({ code, file, message }: Problem): string => `${code} ${file} ${message.en}`

const filesOfCode = (root: string): readonly string[] =>
  ['runtime/modules', 'runtime/main.server.ts', 'runtime/main.web.tsx']
    .map((path) => join(root, path))
    .filter((path) => existsSync(path))
    .flatMap((path) => (/\.tsx?$/.test(path) ? [path] : filesBelow(path)))
    .filter((path) => /\.tsx?$/.test(path))

const importing: Text = { 'zh-cn': '导入了要删除的文件。', en: 'This file imports one that would be removed.' }
const naming: Text = { 'zh-cn': '代码中仍提到它。', en: 'Code still names it.' }

function importsOfRemoved(root: string, draft: Draft): readonly Reference[] {
  const removed = new Set(draft.removed().map((path) => join(root, path)))
  return filesOfCode(root).flatMap((path) => {
    const file = readCode(path)
    const isImporting = file && importsOf(file).some((source) => removed.has(join(dirname(path), source)))
    return isImporting ? [{ place: shortPath(root, path), message: importing }] : []
  })
}

/** Code that has all of the patterns; none when there is no pattern. */
function mentions(root: string, patterns: readonly RegExp[]): readonly Reference[] {
  if (patterns.length === 0) return []
  return filesOfCode(root).flatMap((path) => {
    const text = readCode(path)?.text ?? ''
    if (!patterns.every((pattern) => pattern.test(text))) return []
    const index = text.search(patterns.at(-1) ?? /$/)
    const line = text.slice(0, index).split('\n').length
    return [{ place: `${shortPath(root, path)}:${line}`, message: naming }]
  })
}

const shortPath = (root: string, path: string): string => relative(root, path).split(sep).join('/')
