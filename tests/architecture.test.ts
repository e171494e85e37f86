/**
 * Checks the architecture: who may import whom, the layers of the folders, no import cycles, and the measured habits.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { kindNames } from 'tablewright/protocol'
import { crowdedFolders, layers, layerViolations, maxFilesPerFolder } from './support/layers.ts'
import { importCycles, readSources, unexplainedAssertions, type SourceFile } from './support/source-tree.ts'

const root = join(import.meta.dirname, '..')
const files = readSources(root, ['generator', 'generated', 'runtime', 'cli'])
const handWritten = files.filter((file) => !file.path.startsWith('generated/'))

/** Tests, benchmarks and the launcher; the schemas and outputs of generator cases are data. */
const testsAndScripts = ['tests', 'cli']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => /^tests.*\.(tsx?|mjs)$|\.mjs$/.test(path) && !/[\\/]cases[\\/]/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Parts of the project by path; the first match wins. */
const parts: readonly (readonly [part: string, shape: RegExp])[] = [
  ['main.server', /^runtime\/main\.server\.ts$/],
  ['main.web', /^runtime\/main\.web\.tsx$/],
  ['protocol', /^runtime\/protocol\//],
  ['i18n', /^runtime\/i18n\//],
  ['generated system', /^generated\/system\//],
  ['generated', /^generated\//],
  ['generator', /^generator\//],
  ['sign-in of the server', /^runtime\/server\/(identity\/session|operation\/(access|audit))\//],
  ['server', /^runtime\/server\//],
  ['test kit', /^runtime\/testing\//],
  ['sign-in of the web', /^runtime\/web\/(identity\/session\/|ops\/terminal\/|system-components)/],
  ['uploads of the web', /^runtime\/web\/files\//],
  ['web', /^runtime\/web\//],
  ['module on the server', /^runtime\/modules\/[^/]+\/server\//],
  ['module on the web', /^runtime\/modules\/[^/]+\/web\//],
  ['module on both sides', /^runtime\/modules\/[^/]+\/shared\//],
  ['cli', /^cli\//],
]

const server = ['protocol', 'i18n', 'server', 'sign-in of the server']
const web = ['protocol', 'i18n', 'web', 'sign-in of the web', 'uploads of the web']
const derived = ['generated', 'generated system']

/** "… may import …": the whole list. An import that is not listed is not allowed. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  protocol: ['protocol'],
  // The types of the server, bound to a module.
  generated: ['protocol', 'server', ...derived],
  'generated system': ['protocol', 'server', ...derived],
  i18n: ['protocol', 'i18n'],
  generator: ['protocol', 'i18n', 'generator'],
  server: server,
  'sign-in of the server': [...server, 'generated system'],
  'test kit': ['test kit', ...server],
  web: web,
  'sign-in of the web': [...web, 'generated system'],
  'uploads of the web': [...web, 'generated system'],
  'module on both sides': ['protocol', ...derived, 'module on both sides'],
  'module on the server': [...server, ...derived, 'module on both sides', 'module on the server'],
  'module on the web': [...web, ...derived, 'module on both sides', 'module on the web'],
  'main.server': [...server, ...derived, 'module on both sides', 'module on the server'],
  'main.web': [...web, ...derived, 'module on both sides', 'module on the web'],
  cli: ['cli', 'protocol', 'generator', 'main.server', ...server],
}

const unexplainedIn = (file: SourceFile): string[] => unexplainedAssertions(file).map((line) => `${file.path}:${line}`)

function partOf(path: string): string {
  const part = parts.find(([, shape]) => shape.test(path))
  if (!part) throw new Error(`${path} belongs to no part`)
  return part[0]
}

/** Imports by which a file of a module, or a generated one, reaches the core otherwise than by a public name. */
function privateImports({ path, text }: Pick<SourceFile, 'path' | 'text'>): readonly string[] {
  const sources = [...text.matchAll(/(?:\bfrom|\bimport|\bimport\() ?'([^']+)'/g)].map(([, source = '']) => source)
  return sources.filter((source) => {
    if (source.startsWith('tablewright/')) return !publicEntries.includes(source)
    const target = source.startsWith('.') ? join(dirname(path), source) : ''
    return target.startsWith('runtime/') && !target.startsWith('runtime/modules/')
  })
}

const { exports: exported } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, unknown>>
}
const publicEntries = Object.keys(exported).map((entry) => `tablewright${entry.slice(1)}`)

const moduleOf = (path: string): string | undefined => /^runtime\/modules\/([^/]+)\//.exec(path)?.[1]

describe('imports', () => {
  it.each(Object.entries(allowedImports))('%s may import %j and nothing else of the project', (part, allowed) => {
    const wrong = files
      .filter((file) => partOf(file.path) === part)
      .flatMap((file) =>
        file.imports
          .filter((path) => /\.tsx?$/.test(path) && !allowed.includes(partOf(path)))
          .map((path) => `${file.path} → ${path}`),
      )
    expect(wrong).toEqual([])
  })

  it('no module imports files of another module', () => {
    const wrong = files
      .filter((file) => moduleOf(file.path))
      .flatMap((file) =>
        file.imports
          .filter((path) => moduleOf(path) && moduleOf(path) !== moduleOf(file.path))
          .map((path) => `${file.path} → ${path}`),
      )
    expect(wrong).toEqual([])
  })

  it('generated code has one name everywhere', () => {
    const isRelative = /(?:\bfrom|\bimport|\bimport\() ?'(?:\.\.?\/)+generated\//
    expect(handWritten.filter(({ text }) => isRelative.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('generated files and modules reach the core by its public name', () => {
    const wrong = files
      .filter((file) => /^(generated|runtime\/modules)\//.test(file.path))
      .flatMap((file) => privateImports(file).map((path) => `${file.path} → ${path}`))
    expect(wrong).toEqual([])
  })

  it('finds what reaches the core by another way, also where it is loaded later or only a type', () => {
    const text = [
      "import { defineWebModule } from 'tablewright/web'",
      "import { Blank } from 'tablewright/web/parts'",
      "import type { Product } from '#generated/shop/product/row.ts'",
      "import './colours.css'",
      "import { x } from '../../../web/fields/Blank.tsx'",
      "const load = () => import('../../../i18n/i18n.ts')",
      "type Row = import('../../../server/db/tables.ts').Row",
      "export * from 'tablewright/runtime/server/app.ts'",
    ].join('\n')
    expect(privateImports({ path: 'runtime/modules/shop/web/Cell.tsx', text })).toEqual([
      '../../../web/fields/Blank.tsx',
      '../../../i18n/i18n.ts',
      '../../../server/db/tables.ts',
      'tablewright/runtime/server/app.ts',
    ])
  })

  it('every generated file is imported, by the project or by its tests', () => {
    const imported = new Set([...files, ...readSources(root, ['tests'])].flatMap((file) => file.imports))
    expect(
      files.map(({ path }) => path).filter((path) => path.startsWith('generated/') && !imported.has(path)),
    ).toEqual([])
  })

  it('has no import cycle, type imports included', () => {
    expect(importCycles(files)).toEqual([])
  })

  it.each(Object.entries(layers))('the folders and loose files of %s import only lower layers', (folder, order) => {
    expect(layerViolations(files, folder, order)).toEqual([])
  })

  it('finds an import of a higher layer, an entry without a layer and a layer without an entry', () => {
    const file = (path: string, imports: string[]): SourceFile => ({
      path,
      imports,
      lines: 1,
      text: '',
      functions: [],
      hasDefaultExport: false,
    })
    const wrong = [file('x/low/a.ts', ['x/high/b.ts']), file('x/high/b.ts', ['x/low/a.ts']), file('x/new.ts', [])]
    expect(layerViolations(wrong, 'x', ['low', 'high', 'gone'])).toEqual([
      'x/gone does not exist',
      'x/low/a.ts → x/high/b.ts',
      'x/new.ts has no layer',
    ])
  })

  it('finds a cycle when there is one', () => {
    const file = (path: string, imports: string[]): SourceFile => ({
      path,
      imports,
      lines: 1,
      text: '',
      functions: [],
      hasDefaultExport: false,
    })
    expect(importCycles([file('a', ['b']), file('b', ['c']), file('c', ['a']), file('d', ['a'])])).toEqual([
      ['a', 'b', 'c'],
    ])
  })

  it('the top level holds the agreed files and folders only', () => {
    const allowed = [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'schemas',
      'generator',
      'runtime',
      'generated',
      'cli',
      'tests',
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'LICENSE',
    ]
    const unexpected = readdirSync(root).filter(
      (name) => !name.startsWith('.') && !allowed.includes(name) && !['node_modules', 'data'].includes(name),
    )
    expect(unexpected).toEqual([])
  })

  it('every module has its folders under the same name', () => {
    const folder = join(root, 'runtime/modules')
    const modules = existsSync(folder) ? readdirSync(folder) : []
    expect(
      modules.filter((name) => !existsSync(join(root, 'schemas', name)) || !existsSync(join(root, 'generated', name))),
    ).toEqual([])
  })
})

describe('packages', () => {
  it('of PostgreSQL are loaded when a database is opened, not by a start on SQLite', () => {
    const early = handWritten.filter(
      ({ path, text }) => path.startsWith('runtime/') && /^import (?!type )[^\n]*'pg'$/m.test(text),
    )
    expect(early.map(({ path }) => path)).toEqual([])
  })

  it('of development are imported by tests and their command only: a start does not install them', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>
    }
    const importers = handWritten
      .filter(({ path }) => !/^cli\/(testing\/|commands\/test\.ts$)/.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^(?:import (?!type )|\} from |.*\bimport\().*?'([^'.][^']*)'/gm)]
          .map(([, name = '']) => name)
          .filter((name) => Object.keys(devDependencies).some((one) => name === one || name.startsWith(`${one}/`)))
          .map((name) => `${path} imports ${name}`),
      )
    expect(importers).toEqual([])
  })

  it('that a product shares with us are not ours as well: npm would look for a way to install both and not end', () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
      'dependencies' | 'peerDependencies',
      Record<string, string>
    >
    expect(Object.keys(peerDependencies).filter((name) => name in dependencies)).toEqual([])
  })
})

describe('habits', () => {
  it('no `as any`, no `@ts-ignore`', () => {
    expect(
      handWritten.filter((file) => /\bas any\b|@ts-ignore|@ts-nocheck/.test(file.text)).map((file) => file.path),
    ).toEqual([])
  })

  it('a comment explains every non-null assertion and every cast that nothing checks', () => {
    expect(handWritten.flatMap(unexplainedIn)).toEqual([])
  })

  it('finds the assertions without a comment on their line or the one above', () => {
    const text = ['const a = b!', '// It is set.', 'c!.d(e!)', 'f![g] // It is set.', 'h!(i)', 'j !== !k', "'l!'"]
    const casts = ['a as unknown as B', '// It is one.', 'c as never', 'd as E', "'f as never'", 'g as unknown']
    expect(unexplainedAssertions({ path: 'x.ts', text: casts.join('\n') })).toEqual([1])
    expect(unexplainedAssertions({ path: 'x.ts', text: text.join('\n') })).toEqual([1, 5])
  })

  it('no line of a document is longer than 120 characters, examples and pictures excepted', () => {
    const documents = [
      ...readdirSync(root),
      ...['cli', 'generator', 'runtime', 'schemas', 'tests'].flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
      ),
    ].filter((path) => path.endsWith('.md') && !/[\\/]cases[\\/]/.test(path))
    expect(documents).toContain('README.md')
    const long = documents.flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .replaceAll(/^```[^]*?^```/gm, '')
        .split('\n')
        .filter((line) => line.length > 120 && !line.startsWith('| !['))
        .map((line) => `${path}: ${line}`),
    )
    expect(long).toEqual([])
  })

  it('no line is longer than 120 characters, in tests and scripts neither', () => {
    const long = [...handWritten, ...testsAndScripts].flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => ([...line].length > 120 ? [`${path}:${at + 1}`] : [])),
    )
    expect(long).toEqual([])
  })

  it('no default exports except where a tool requires one', () => {
    expect(
      handWritten.filter((file) => file.hasDefaultExport && !file.path.endsWith('.config.ts')).map((file) => file.path),
    ).toEqual([])
  })

  it('no file or folder is named utils, helpers, common or misc', () => {
    expect(
      handWritten.filter((file) => /\b(utils?|helpers?|common|misc)\b/.test(file.path)).map((file) => file.path),
    ).toEqual([])
  })

  it(`no folder of server and protocol holds more than ${maxFilesPerFolder} files`, () => {
    const own = handWritten.filter((file) => /^runtime\/(server|protocol|i18n)\//.test(file.path))
    expect(crowdedFolders(own)).toEqual([])
  })

  it("no comparison with a kind's name outside its own files", () => {
    const shape = new RegExp(
      `\\bkind\\s*[!=]==?\\s*'(${kindNames.join('|')})'|'(${kindNames.join('|')})'\\s*[!=]==?\\s*\\w*\\.?kind\\b`,
    )
    const outside = handWritten.filter((file) => !/^runtime\/(protocol\/kinds|web\/fields)\//.test(file.path))
    expect(outside.filter((file) => shape.test(file.text)).map((file) => file.path)).toEqual([])
  })

  it("no comparison with a database's name outside its folder", () => {
    const outside = handWritten.filter((file) => !/^runtime\/server\/db\/(sqlite|postgres)\//.test(file.path))
    expect(outside.filter((file) => /[!=]==?\s*'(sqlite|postgres)'/.test(file.text)).map((file) => file.path)).toEqual(
      [],
    )
  })

  it('no component and no hook of React is longer than 80 lines', () => {
    // The editor of formatted text, which talks to the browser in one place.
    const longer = ['runtime/web/fields/html/RichTextEditor.tsx']
    const tooLong = handWritten
      .filter(({ path }) => /^runtime\/(web|modules\/[^/]+\/web)\//.test(path) && !longer.includes(path))
      .flatMap(({ path, functions }) =>
        functions
          .filter(
            ({ name, lines }) => lines > 80 && (/^use[A-Z]/.test(name) || (/^[A-Z]/.test(name) && path.endsWith('x'))),
          )
          .map(({ name, lines }) => `${path}: ${name} (${lines})`),
      )
    expect(tooLong).toEqual([])
  })

  it('no file is longer than 500 lines; prints the figures', () => {
    const lines = sorted(handWritten.map((file) => file.lines))
    const functions = sorted(handWritten.flatMap((file) => file.functions.map((one) => one.lines)))
    console.log(
      `files ${lines.length}: lines median ${at(lines, 0.5)}, p95 ${at(lines, 0.95)}, max ` +
        `${lines.at(-1)} · functions ${functions.length}: median ${at(functions, 0.5)}, p95 ` +
        `${at(functions, 0.95)}, max ${functions.at(-1)}`,
    )
    const tooLong = [...handWritten, ...testsAndScripts].filter(({ text }) => text.trimEnd().split('\n').length > 500)
    expect(tooLong.map(({ path }) => path)).toEqual([])
  })
})

const sorted = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => a - b)
const at = (values: readonly number[], share: number): number =>
  values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
