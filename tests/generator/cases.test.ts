/**
 * Golden cases: one folder a case, `schemas/` going in, `expected/` coming out: `problems.json`, or those generated
 * files that the case is about; `every-kind` has all of them.
 * UPDATE_CASES=1 writes the output to `expected/`: for a new case all files (delete those it is not about), for
 * others the files that lie there. Read the difference before it is committed.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { rules } from '../../generator/check/rules.ts'
import { warnings } from '../../generator/check/warnings.ts'
import { explanations } from '../../generator/explanations/index.ts'
import { generate } from '../../generator/pipeline.ts'
import type { Problem } from '../../generator/source/problem.ts'
import { filesBelow } from './folders.ts'

const folder = join(import.meta.dirname, 'cases')
const cases = readdirSync(folder)
/** The case whose whole output is expected, the OpenAPI document included. */
const wholeTree = 'every-kind'
const scratch = mkdtempSync(join(tmpdir(), 'tablewright-cases-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** What a case pins of a problem: everything but the Chinese message, whose presence is tested below. */
const pinned = ({ code, file, pointer, line, column, length, message, hint }: Problem) => ({
  code,
  at: `${file}:${line}:${column}+${length}`,
  pointer,
  message: message.en,
  hint: hint?.en ?? null,
})

async function run(name: string) {
  const root = join(scratch, name)
  cpSync(join(folder, name, 'schemas'), join(root, 'schemas'), { recursive: true })
  return { root, result: await generate(root) }
}

function update(name: string, files: Readonly<Record<string, string>>): void {
  rmSync(join(folder, name, 'expected'), { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) {
    const target = join(folder, name, 'expected', path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
}

/** What follows from the schemas of a case; the reference of the language is the same for all of them. */
const produced = (root: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filesBelow(root)).filter(
      ([path]) => path.startsWith('generated/') && path !== 'generated/docs/schema-language.md',
    ),
  )

/** The files of that output that `expected/` has; all of them where it is to be complete or does not exist yet. */
function compared(name: string, output: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const expected = join(folder, name, 'expected')
  if (name === wholeTree || !existsSync(expected)) return output
  const paths = Object.keys(filesBelow(expected))
  return Object.fromEntries(Object.entries(output).filter(([path]) => paths.includes(path)))
}

const problemsSeen: Problem[] = []

describe('golden cases', () => {
  it.each(cases)('%s', async (name) => {
    const { root, result } = await run(name)
    problemsSeen.push(...result.problems)
    const actual =
      result.problems.length > 0
        ? { 'problems.json': `${JSON.stringify(result.problems.map(pinned), null, 2)}\n` }
        : compared(name, produced(root))
    if (process.env['UPDATE_CASES'] === '1') update(name, actual)
    expect(actual).toEqual(filesBelow(join(folder, name, 'expected')))
    if (result.problems.length > 0) expect(existsSync(join(root, 'generated'))).toBe(false)
  })

  it('are at least 25 of problems and 4 of output', () => {
    const refused = cases.filter((name) => existsSync(join(folder, name, 'expected', 'problems.json')))
    expect(refused.length).toBeGreaterThanOrEqual(25)
    expect(cases.length - refused.length).toBeGreaterThanOrEqual(4)
  })

  it('break every rule at least once', () => {
    const codes = [...rules.map((rule) => rule.code), 'TW1408'].sort()
    const broken = new Set(problemsSeen.map((problem) => problem.code))
    // Some files cannot lie in a repository (symbolic links, broken UTF-8): the test of hostile schemas makes them.
    expect(codes.filter((code) => !broken.has(code))).toEqual([])
  })

  it('give every problem in both languages, with a four-digit code and a place', () => {
    for (const problem of problemsSeen) {
      expect(problem.code).toMatch(/^TW\d{4}$/)
      expect(problem.line).toBeGreaterThan(0)
      expect(problem.column).toBeGreaterThan(0)
      for (const text of [problem.message, ...(problem.hint ? [problem.hint] : [])]) {
        expect(text.en).toMatch(/\S/)
        expect(text['zh-cn']).toMatch(/[\u4e00-\u9fff]|"/)
      }
    }
  })

  it('has an explanation in both languages for every code, and for no other', () => {
    const codeProblems = [
      'TW2101',
      'TW2102',
      'TW2103',
      'TW2104',
      'TW2105',
      'TW2106',
      'TW2107',
      'TW2108',
      'TW2109',
      'TW2110',
    ]
    const known = [...rules, ...warnings].map(({ code }) => code)
    expect(Object.keys(explanations).sort()).toEqual([...known, 'TW1408', ...codeProblems].sort())
    for (const { rule, why, fix, wrong, right } of Object.values(explanations)) {
      for (const text of [rule, why, fix]) {
        expect(text.en).toMatch(/^[A-Z$a-z].*[.]$/s)
        expect(text['zh-cn']).toMatch(/[\u4e00-\u9fff].*。$/s)
      }
      expect(wrong).not.toBe(right)
    }
  })
  it('gives every rule a code and a sentence of its own', () => {
    expect(new Set(rules.map((rule) => rule.code)).size).toBe(rules.length)
    expect(new Set(rules.map((rule) => rule.name)).size).toBe(rules.length)
    for (const rule of rules) expect(rule.name).toMatch(/^[A-Z$].*\s.*[^.]$|^enum /)
  })
})
