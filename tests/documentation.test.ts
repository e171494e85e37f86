/** What the documents name exists, and their links lead somewhere. `faults/documented-code.test.ts` runs their code. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isIconName } from '../runtime/protocol/index.ts'
import { hookNames } from '../runtime/server/operation/hook-names.ts'
import { project } from './support/running.ts'
import { blocks, commands, isCode, isData, pages } from './support/documents.ts'

describe('code blocks', () => {
  it('have a known language and name the file they show', () => {
    const unknown = blocks.filter(({ language }) => !['json', 'ts', 'tsx', 'sh', 'mermaid', 'text'].includes(language))
    const nameless = blocks.filter((block) => (isData(block) || isCode(block)) && block.path === '')
    expect([...unknown, ...nameless].map(({ page, line }) => `${page}:${line}`)).toEqual([])
  })

  it('run scripts of package.json, on paths that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { scripts: object }
    // What packs the checkout and installs it elsewhere is done by `cli/faults/packed-product.test.ts`.
    const others = commands.filter(({ command }) => !/^(npx tablewright|npm ci|npm install|mkdir) /.test(command))
    const wrong = others.filter(({ command }) => {
      const [script = '', ...words] = command.replace(/^npm (run )?/, '').split(' ')
      return !(script in scripts) || words.some((word) => word.includes('/') && !existsSync(join(project, word)))
    })
    expect(wrong).toEqual([])
  })

  it('name icons that the client draws', () => {
    const icons = blocks.flatMap(({ page, text }) =>
      [...text.matchAll(/["']?\bicon["']?: ["']([^"']+)["']/g)].map(([, icon = '']) => ({ page, icon })),
    )
    expect(icons.length).toBeGreaterThan(5)
    expect(icons.filter(({ icon }) => !isIconName(icon))).toEqual([])
  })

  it('draw only files and folders that exist', () => {
    const drawn = blocks.filter(({ language }) => language === 'mermaid')
    const paths = drawn.flatMap(
      ({ text }) => text.match(/\b(?:cli|generated|generator|runtime|schemas|tests)\/[\w./-]+/g) ?? [],
    )
    expect(drawn.length).toBeGreaterThan(0)
    expect(paths.filter((path) => !existsSync(join(project, path)))).toEqual([])
  })
})

describe('pages', () => {
  it.each(pages)('%s links only to files that exist', (page) => {
    const text = readFileSync(join(project, page), 'utf8')
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target = '']) => target)
    expect(targets.filter((target) => !existsSync(join(project, dirname(page), target)))).toEqual([])
  })

  it('keeps the module guide within 400 lines, and all guides of the server within 120 columns', () => {
    const linesOf = (page: string) =>
      readFileSync(join(project, 'runtime/server', page), 'utf8')
        .trimEnd()
        .split('\n')
    expect(linesOf('README.md').length).toBeLessThanOrEqual(400)
    const guides = ['README.md', 'OPERATION.md', 'CONTRACTS.md', 'REALTIME.md']
    const long = guides.flatMap(linesOf).filter((line) => [...line].length > 120)
    expect(long).toEqual([])
  })

  it('lists in the module guide every hook, and no other', () => {
    const [, hooks = ''] = readFileSync(join(project, 'runtime/server/README.md'), 'utf8').split(
      '| hook | when it runs',
    )
    const listed = [...(hooks.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual(hookNames.toSorted())
  })

  it('keeps the README within 130 lines', () => {
    expect(readFileSync(join(project, 'README.md'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(130)
  })
})
