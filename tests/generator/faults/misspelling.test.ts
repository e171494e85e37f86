/**
 * Misspells keys of the shipped schemas and of the test schemas: every slip is found, told once, on the very token,
 * nearly always with the right word.
 */
import { join } from 'node:path'
import type { Node } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { checkSources } from '../../../generator/check/index.ts'
import { dialect } from '../../../generator/dialect/documents.ts'
import type { Shape } from '../../../generator/dialect/shape.ts'
import { read, parse, type Sources } from '../../../generator/read.ts'
import type { Problem } from '../../../generator/source/problem.ts'
import type { SourceFile } from '../../../generator/source/source-file.ts'
import { project } from '../folders.ts'

/** A key that is a word of the language. Names of the author's choice (fields, options, indexes) may be anything. */
interface Key {
  readonly file: SourceFile
  readonly word: string
  readonly node: Node
}

/** `npm run test:faults` tries more. */
const mutations = Number(process.env['TABLEWRIGHT_TEST_MISSPELLINGS'] ?? 100)

/** How often a slip may cause more than one problem: 3.3 % of 1,500 did. Samples may exceed 5 % by two deviations. */
const followedLimit = 0.05 + 2 * Math.sqrt((0.05 * 0.95) / mutations)

/** Numbers in a fixed sequence (mulberry32), so that a failure can be repeated. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

const labelWords = ['zh-cn', 'en']

/** All keys of a document that the dialect gives a meaning to. */
function keysOf(file: SourceFile, node: Node, shape: Shape): readonly Key[] {
  if (shape.is === 'either')
    return shape.shapes.flatMap((one) => (one.is === 'record' && node.type === 'object' ? keysOf(file, node, one) : []))
  if (shape.is === 'list') return (node.children ?? []).flatMap((item) => keysOf(file, item, shape.items))
  const members =
    node.type === 'object'
      ? (node.children ?? []).map((property) => ({ key: property.children![0]!, value: property.children![1]! }))
      : []
  if (shape.is === 'label')
    return members
      .filter(({ key }) => labelWords.includes(key.value as string))
      .map(({ key }) => ({ file, word: key.value as string, node: key }))
  if (shape.is === 'map')
    return members.flatMap(({ key, value }) =>
      keysOf(file, value, shape.keywords?.[key.value as string]?.shape ?? shape.values),
    )
  if (shape.is !== 'record') return []
  return members.flatMap(({ key, value }) => {
    const word = shape.keywords[key.value as string]
    return word ? [{ file, word: key.value as string, node: key }, ...keysOf(file, value, word.shape)] : []
  })
}

/** One slip of the fingers: a letter doubled, left out, swapped, replaced, or the wrong case. */
function misspell(word: string, pick: (below: number) => number): string {
  const at = pick(word.length)
  const letter = String.fromCharCode(97 + pick(26))
  const slips = [
    word.slice(0, at) + word.charAt(at) + word.slice(at),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
    word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.charAt(0).toUpperCase() === word.charAt(0) ? `${word}s` : word.charAt(0).toUpperCase() + word.slice(1),
  ]
  return slips[pick(slips.length)]!
}

const shipped = await read(project)
const ours = await read(join(project, 'tests/support'))
const sources: Sources = {
  files: [...shipped.files, ...ours.files],
  modules: [...shipped.modules, ...ours.modules],
  strayFiles: [...shipped.strayFiles, ...ours.strayFiles],
  syntax: new Map([...shipped.syntax, ...ours.syntax]),
}
const keys = sources.files.flatMap((file) => keysOf(file, file.tree!, dialect[file.type]))

/** The sources with one key of one file spelt otherwise. */
function withKey(key: Key, spelling: string): Sources {
  const { offset, length } = key.node
  const text = key.file.text.slice(0, offset) + JSON.stringify(spelling) + key.file.text.slice(offset + length)
  const syntax = new Map()
  const changed = parse(key.file.path, key.file, text, syntax)
  return { ...sources, syntax, files: sources.files.map((file) => (file === key.file ? changed : file)) }
}

describe('a misspelt key', () => {
  it('comes from schemas that have no problem themselves', async () => {
    expect(keys.length).toBeGreaterThan(1000)
    expect(await checkSources(sources)).toEqual([])
  })

  it(`is found at its token in ${mutations} tries, as one problem, with the right word in 90 % or more`, async () => {
    const pick = seeded(20261121)
    const missed: string[] = []
    const followed: string[] = []
    let suggested = 0
    let tried = 0
    while (tried < mutations) {
      const key = keys[pick(keys.length)]!
      const spelling = misspell(key.word, pick)
      const siblings = key.node.parent!.parent!.children!.map((property) => property.children![0]!.value as string)
      if (spelling === key.word || spelling === '' || siblings.includes(spelling)) continue
      tried++
      const problems = await checkSources(withKey(key, spelling))
      const found = problems.find((problem) => isOnToken(problem, key, spelling))
      if (!found) missed.push(`${key.file.path} ${key.word} → ${spelling}: ${JSON.stringify(problems)}`)
      else if (problems.length > 1)
        followed.push(
          `${key.file.path} ${key.word} → ${spelling}: ${problems.map((problem) => problem.message.en).join(' ')}`,
        )
      if (found?.hint?.en === `did you mean "${key.word}"?`) suggested++
    }
    console.log(
      `${mutations - missed.length} of ${mutations} found, ${suggested} with the right word, ` +
        `${mutations - followed.length} as one problem`,
    )
    expect(missed).toEqual([])
    expect(suggested / mutations).toBeGreaterThanOrEqual(0.9)
    expect(followed.length / mutations).toBeLessThanOrEqual(followedLimit)
  }, 300_000)
})

describe('a misspelt field', () => {
  it('that several places spell correctly is reported once, where it is declared', async () => {
    const file = sources.files.find((one) => one.path === 'shop/product.json')!
    const text = file.text.replace('"product_no": {\n', '"prodcut_no": {\n')
    const problems = await checkSources({
      ...sources,
      files: sources.files.map((one) => (one === file ? parse(file.path, file, text, new Map()) : one)),
    })
    expect(problems.map(({ pointer, hint }) => [pointer, hint?.en])).toEqual([
      ['/properties/prodcut_no', 'did you mean "product_no"?'],
    ])
  })
})

function isOnToken(problem: Problem, key: Key, spelling: string): boolean {
  const before = key.file.text.slice(0, key.node.offset)
  const line = before.split('\n').length
  const column = key.node.offset - (before.lastIndexOf('\n') + 1) + 1
  return (
    problem.file === key.file.path &&
    problem.line === line &&
    problem.column === column &&
    problem.length === JSON.stringify(spelling).length
  )
}
