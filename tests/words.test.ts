/** Checks the names and comments of the hand-written sources; `support/words.ts` lists what is refused. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatWordList, readWordList, schemaWords, shrinkWordList, wordsOf } from './support/words.ts'

const root = join(import.meta.dirname, '..')

/** Paths below the project, with forward slashes; the schemas and outputs of generator cases are data. */
const sources = ['generator', 'runtime', 'cli', 'tests']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(tsx?|mjs)$/.test(path) && !/\.d\.m?ts$|\/(cases|node_modules)\//.test(path))

const moduleOf = (path: string): string | undefined => /^runtime\/modules\/([^/]+)\//.exec(path)?.[1]

describe('words', () => {
  const refusal = (text: string, allowed?: ReadonlySet<string>) => {
    const { refused, comments } = wordsOf('x.tsx', text, allowed)
    return [...refused.map(({ line, name }) => `${line} ${name}`), ...comments.map(({ line }) => `${line} comment`)]
  }

  it('no name is a bare participle or an invention, no comment begins with a clause; older files improve', () => {
    const path = join(root, 'tests/words.txt')
    const list = readWordList(readFileSync(path, 'utf8'))
    const trade = new Map(
      readdirSync(join(root, 'runtime/modules')).map((name) => [name, schemaWords(join(root, 'schemas', name))]),
    )
    const words = sources.map((path) => ({
      path,
      ...wordsOf(path, readFileSync(join(root, path), 'utf8'), trade.get(moduleOf(path) ?? '')),
    }))
    const counts = new Map(
      words.map(({ path, refused, comments }) => [path, { names: refused.length, comments: comments.length }]),
    )
    if (process.env['UPDATE_WORDS']) writeFileSync(path, formatWordList(shrinkWordList(list, counts)))
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    for (const [label, isOfPart] of [
      ['sources', (path: string) => !path.startsWith('tests/')],
      ['tests', (path: string) => path.startsWith('tests/')],
    ] as const) {
      const part = words.filter((file) => isOfPart(file.path))
      const [names, refused, comments] = [
        sum(part.map((file) => file.names)),
        sum(part.map((file) => file.refused.length)),
        sum(part.map((file) => file.comments.length)),
      ]
      console.log(
        `words of ${label}: ${refused} of ${names} names refused (${((100 * refused) / names).toFixed(1)} %), ` +
          `${comments} comments`,
      )
    }
    const grown = words.flatMap(({ path, refused, comments }) => {
      const entry = list.get(path) ?? { names: 0, comments: 0 }
      return [
        ...(refused.length > entry.names ? refused.map(({ line, name }) => `${path}:${line} ${name}`) : []),
        ...(comments.length > entry.comments ? comments.map(({ line, text }) => `${path}:${line} ${text}`) : []),
      ]
    })
    expect(grown, 'name what the value is; begin the comment with its subject').toEqual([])
    expect(
      readFileSync(path, 'utf8'),
      'fewer than listed: UPDATE_WORDS=1 on this test lowers the entries of tests/words.txt',
    ).toBe(formatWordList(shrinkWordList(list, counts)))
  })

  it('finds refused names wherever they are declared, and only whole ones', () => {
    const text = [
      'const found = 1, changedFields = 2',
      'function f({ a: stored, ...known }: T, [one]: U, given = 3) {}',
      'type Wanted = (shown: string) => void',
      'interface Loaded { kept: string; chosen(seen: string): void }',
      'class Look { take(sent: number) {} }',
      'try {} catch (told) {}',
      'rows.map((row, at) => at)',
      'const g = (at: Date) => at, h = (at: number) => at',
      'import { made } from "x"',
    ]
    expect(refusal(text.join('\n'))).toEqual([
      '1 found',
      '2 stored',
      '2 known',
      '2 one',
      '2 given',
      '3 Wanted',
      '3 shown',
      '4 Loaded',
      '4 seen',
      '5 Look',
      '5 sent',
      '6 told',
      '7 at',
      '8 at',
    ])
  })

  it('finds comments that begin with a clause, whatever their form; not the lines that continue one', () => {
    const text = [
      '/** What is left. */',
      '/**\n * Who asks.\n */',
      '// Of both.',
      'f() // Those too.',
      '// The caller.\n// What continues it.',
      '// Whoever asks.',
      '// Whatever, Whole, Often.',
    ]
    expect(refusal(text.join('\n;\n'))).toEqual(['1 comment', '3 comment', '7 comment', '9 comment', '14 comment'])
  })

  it('allows words that the schemas of the module declare', () => {
    expect(refusal('const offer = 1, found = 2', new Set(['offer']))).toEqual(['1 found'])
  })

  it('the list only shrinks', () => {
    const list = readWordList('a.ts 2 1\nb.ts 1 0\nc.ts 1 3\n')
    const counts = new Map([
      ['a.ts', { names: 1, comments: 2 }],
      ['b.ts', { names: 0, comments: 0 }],
      ['d.ts', { names: 9, comments: 9 }],
    ])
    expect(formatWordList(shrinkWordList(list, counts))).toBe('a.ts 1 1\n')
  })
})
