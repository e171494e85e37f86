/** Every code block of the documentation is executed or type-checked, and every link leads somewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerModule } from '../cli/code/register-module.ts'
import { copyProject, type ProjectCopy } from './support/project-copy.ts'

const root = resolve(import.meta.dirname, '..')

interface Block {
  /** File the block stands in. */
  readonly page: string
  readonly line: number
  readonly language: string
  /** What follows the language: the path of the file the block shows. */
  readonly path: string
  readonly text: string
}

/** Documents written by hand; those below `generated/` are proven by the generator's own tests. */
const pages = [
  '.',
  'schemas',
  'generator',
  'cli',
  'runtime',
  'runtime/server',
  'runtime/testing',
  'runtime/web',
].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)
const blocks = pages.flatMap(blocksOf)

function blocksOf(page: string): readonly Block[] {
  const lines = readFileSync(join(root, page), 'utf8').split('\n')
  const fences = lines.flatMap((text, at) => (text.startsWith('```') ? [at] : []))
  return fences.flatMap((start, nth) => {
    if (nth % 2 === 1) return []
    const [language = '', path = ''] = lines[start]?.slice(3).trim().split(' ') ?? []
    return [{ page, line: start + 1, language, path, text: lines.slice(start + 1, fences[nth + 1]).join('\n') }]
  })
}

const isData = ({ language }: Block): boolean => language === 'json'
const isCode = ({ language }: Block): boolean => language === 'ts' || language === 'tsx'
const commands = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap(({ page, text }) => text.split('\n').map((command) => ({ page, command })))

/** A block without `$id` shows what is added to the file of that name. */
function writeData(copy: ProjectCopy, { path, text }: Block): void {
  const data = JSON.parse(text) as JsonObject
  const isAddition = existsSync(join(copy.root, path)) && data['$id'] === undefined
  const whole = isAddition ? merged(JSON.parse(copy.read(path)) as JsonObject, data) : data
  copy.write(path, `${JSON.stringify(whole, null, 2)}\n`)
}

type JsonObject = { [name: string]: unknown }
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merged(old: JsonObject, added: JsonObject): JsonObject {
  const both = Object.entries(added).map(([name, value]) => {
    const before = old[name]
    return [name, isObject(before) && isObject(value) ? merged(before, value) : value] as const
  })
  return { ...old, ...Object.fromEntries(both) }
}

describe('code blocks', () => {
  let copy: ProjectCopy
  beforeAll(() => {
    copy = copyProject({ built: true, from: root })
    for (const block of blocks) {
      if (isData(block)) writeData(copy, block)
      if (isCode(block)) copy.write(block.path, `${block.text}\n`)
    }
    const modules = new Set(blocks.filter(isData).map(({ path }) => path.split('/')[1] ?? ''))
    for (const module of modules) expect(registerModule(copy.root, module), module).toEqual([])
  }, 60_000)
  afterAll(() => copy.remove())

  it('have a known language and name the file they show', () => {
    const unknown = blocks.filter(({ language }) => !['json', 'ts', 'tsx', 'sh', 'mermaid'].includes(language))
    const nameless = blocks.filter((block) => (isData(block) || isCode(block)) && block.path === '')
    expect([...unknown, ...nameless].map(({ page, line }) => `${page}:${line}`)).toEqual([])
  })

  const tablewright = commands.filter(({ command }) => command.startsWith('npx tablewright '))
  it.each(tablewright)('$page: `$command` succeeds on a project with the schemas shown', async ({ command }) => {
    const words = command.split(' ').slice(2)
    if (words.includes('--check')) await copy.run('node', copy.launcher, 'generate')
    const result = await copy.run('node', copy.launcher, ...words)
    expect(result.code, result.output).toBe(0)
  })

  it('compile against the types generated from the schemas shown', async () => {
    const generated = await copy.run('node', copy.launcher, 'generate')
    expect(generated.code, generated.output).toBe(0)
    expect(await copy.typecheck()).toBe('')
  })

  it('run scripts of package.json, on paths that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: JsonObject }
    const others = commands.filter(({ command }) => !command.startsWith('npx tablewright '))
    const wrong = others.filter(({ command }) => {
      const [script = '', ...words] = command.replace(/^npm (run )?/, '').split(' ')
      return !(script in scripts) || words.some((word) => word.includes('/') && !existsSync(join(root, word)))
    })
    expect(wrong).toEqual([])
  })

  it('draw only files and folders that exist', () => {
    const drawn = blocks.filter(({ language }) => language === 'mermaid')
    const paths = drawn.flatMap(
      ({ text }) => text.match(/\b(?:cli|generated|generator|runtime|schemas|tests)\/[\w./-]+/g) ?? [],
    )
    expect(drawn.length).toBeGreaterThan(0)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

describe('pages', () => {
  it.each(pages)('%s links only to files that exist', (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target = '']) => target)
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
  })

  it('keeps the README within 120 lines', () => {
    expect(readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  })
})
