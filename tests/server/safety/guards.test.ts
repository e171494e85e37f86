/**
 * Guards of the sources: each threat that concerns what is built has some, each can be taken out, and a test names its
 * threat.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, it } from 'vitest'
import { allGuards, guardsIn, testsOf, withoutGuard } from './guards/markers.mjs'

const root = join(import.meta.dirname, '../../..')
/** Words of the language, and names that every module has. */
const known = new Set(
  [
    'as async await const else export false if in never new null return string this throw true typeof undefined void',
    'Error Map Number Object Set process',
  ].flatMap((line) => line.split(' ')),
)
const guards = allGuards(root)

/** Threats to what is built, each with guards that a test notices. */
const threats = [
  'T01 T02 T03 T04 T05 T06 T07 T08 T09 T10 T11 T12 T13 T14 T15 T20 T21 T22 T23 T24 T30 T31 T32 T33 T34',
  'T35 T36 T37 T38 T39 T40 T50 T51 T52 T53 T54 T55 T56 T57 T58 T59 T60 T61 T62 T63 T64 T65 T70 T71 T72 T73',
  'T74 T75 T76 T77 T78 T80 T81 T83 T85 T88 I16 S16',
].flatMap((line) => line.split(' '))

describe('the guards of the sources', () => {
  it.each(threats)('%s has a guard that can be taken out, and a test of its own', (id) => {
    expect(guards.filter(({ ids }) => ids.includes(id)).length).toBeGreaterThan(0)
    expect(testsOf(root, id)).not.toEqual([])
  })

  it('are of threats that are listed', () => {
    expect([...new Set(guards.flatMap(({ ids }) => ids))].filter((id) => !threats.includes(id))).toEqual([])
  })

  it.each(guards)('$ids $file:$line "$name" can be taken out', ({ file, ...guard }) => {
    const text = readFileSync(join(root, file), 'utf8')
    const lang = file.endsWith('x') ? 'tsx' : 'ts'
    const rest = withoutGuard(text, guard, lang)
    expect(rest).not.toBe(text)
    expect(() => parseAst(rest, { lang })).not.toThrow()
    // A name that was changed in the code has to be changed in the comment, too.
    const code = text.replaceAll(/^\s*\/\/.*$/gm, '')
    const words = (guard.instead ?? '').replaceAll(/'[^']*'|\/[^/ ]+\//g, '')
    const names = words.match(/(?<![.\w])[A-Za-z_]\w*\b(?!:)/g) ?? []
    expect(names.filter((name) => !known.has(name) && !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
  })

  it.each([
    ['a statement', '// Guard T01: a.\nif (a) throw b\nc()', ';\nc()'],
    ['the condition of an else', '// Guard T01: a.\nif (a) b()\nelse c()', 'c()'],
    ['an operand', 'd(\n  a ||\n    // Guard T01: a.\n    b,\n)', 'd(\n  a,\n)'],
    [
      'a first operand',
      'if (\n  // Guard T01: a.\n  a ||\n  b\n)\n  c()',
      'if (\n  // Guard T01: a.\n  \n  b\n)\n  c()',
    ],
    ['a call of a chain', 'a\n  // Guard T01: a.\n  .b(c)\n  .d()', 'a\n  .d()'],
    ['a member', 'a({\n  // Guard T01: a.\n  b: 1,\n  c: 2,\n})', 'a({\n  // Guard T01: a.\n  \n  c: 2,\n})'],
    ['what the comment names', '// Guard T01: a b\n// c.\n// Without: f = d\nf = e(d)', 'f = d'],
  ])('leaves out %s', (_what, text, rest) => {
    const [guard] = guardsIn(text)
    expect(withoutGuard(text, guard!).replace(/^(\/\/.*\n)+/, '')).toBe(rest)
  })
})
