/** What keeps builds right: stamps, locks, publishing, and the count of the tests. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { compressFiles } from '../../cli/build/compress.ts'
import { generateIfStale, isGeneratedFresh } from '../../cli/build/generated.ts'
import { buildDevServer, devServerFile } from '../../cli/build/server.ts'
import { buildValidators } from '../../cli/build/validators.ts'
import { bundle, isBundleFresh } from '../../cli/launcher/bundle.mjs'
import { withLock } from '../../cli/launcher/lock.mjs'
import { repositoryLayout } from '../../cli/layout.ts'
import { filesBelow, publish } from '../../cli/launcher/publish.mjs'
import { bundledPackages, startChunk } from '../../cli/launcher/start-chunk.mjs'
import { isFresh, writeManifest } from '../../cli/launcher/build-manifest.mjs'
import type { GenerateResult } from '../../generator/pipeline.ts'
import { countTests, summarize } from '../../cli/testing/report.ts'
import { project } from './command-line.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablewright-build-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, text = name): string => {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}
const age = (path: string, hours: number): void => {
  const then = Date.now() / 1000 - hours * 3600
  utimesSync(path, then, then)
}

describe('a release', () => {
  it('lists every package it needs, with the versions of the lock file', () => {
    const root = join(import.meta.dirname, '../..')
    const printed = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    const { bomFormat, components } = JSON.parse(printed) as {
      bomFormat: string
      components: readonly { name: string; version: string; scope: string }[]
    }
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const required = components.filter(({ scope }) => scope === 'required')
    const listed = required.map(({ name, version }) => `${name} ${version}`)
    expect(bomFormat).toBe('CycloneDX')
    expect(listed).toEqual(expect.arrayContaining(Object.entries(dependencies).map((one) => one.join(' '))))
    expect(listed.length).toBeGreaterThan(Object.keys(dependencies).length)
  })
})

describe('a build manifest', () => {
  const writeSample = (): string => {
    const manifest = join(folder, 'manifest.json')
    writeManifest(manifest, {
      key: 'k',
      inputs: [file('in.ts'), file('more.ts')],
      outputs: [file('out.mjs')],
      startedAt: Date.now() + 1000,
    })
    return manifest
  }

  it('is fresh while nothing changes, however old the files are said to be', () => {
    const manifest = writeSample()
    age(join(folder, 'in.ts'), 100)
    expect(isFresh(manifest, 'k')).toBe(true)
  })

  it.each([
    [
      'an input changes',
      () => {
        file('in.ts', 'other')
      },
    ],
    [
      'an input is gone',
      () => {
        rmSync(join(folder, 'more.ts'))
      },
    ],
    [
      'an output is gone',
      () => {
        rmSync(join(folder, 'out.mjs'))
      },
    ],
    [
      'the manifest is damaged',
      () => {
        file('manifest.json', '{"key":')
      },
    ],
  ])('is stale when %s', (_what, change) => {
    const manifest = writeSample()
    change()
    expect(isFresh(manifest, 'k')).toBe(false)
  })

  it('does not read inputs that nobody has touched since, and notices a change that keeps size and time', () => {
    const manifest = writeSample()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    try {
      expect(isFresh(manifest, 'k')).toBe(true)
      const written = JSON.parse(readFileSync(manifest, 'utf8')) as object
      writeFileSync(manifest, JSON.stringify({ ...written, hash: 'read again' }))
      expect(isFresh(manifest, 'k')).toBe(true)
      const { atime, mtime, size } = statSync(join(folder, 'in.ts'))
      writeFileSync(join(folder, 'in.ts'), 'x'.repeat(size))
      utimesSync(join(folder, 'in.ts'), atime, mtime)
      expect(isFresh(manifest, 'k')).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is stale for another key', () => {
    expect(isFresh(writeSample(), 'other')).toBe(false)
  })

  it('is not written when a source changed while it was being built', () => {
    const manifest = join(folder, 'manifest.json')
    writeManifest(manifest, { key: 'k', inputs: [file('in.ts')], outputs: [], startedAt: Date.now() - 60_000 })
    expect(existsSync(manifest)).toBe(false)
  })
})

describe('bundling', () => {
  it('builds once, then only after a change of a file that went in', async () => {
    const entry = file('src/entry.ts', 'import { word } from "./word.ts"\nexport const said: string = word')
    file('src/word.ts', 'export const word: string = "one"')
    age(join(folder, 'src/entry.ts'), 1)
    age(join(folder, 'src/word.ts'), 1)
    const request = { entry, folder: join(folder, 'out'), name: 'entry' }
    expect([await bundle(request), await bundle(request), isBundleFresh(request)]).toEqual([true, false, true])
    file('src/unrelated.ts')
    expect(isBundleFresh(request)).toBe(true)
    file('src/word.ts', 'export const word: string = "two"')
    expect(await bundle(request)).toBe(true)
    expect(readFileSync(join(folder, 'out/entry.mjs'), 'utf8')).toContain('two')
    expect(readdirSync(join(folder, 'out')).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('lets a module await at its top level', async () => {
    file('src/later.ts', "export const word: string = await Promise.resolve('later')")
    const entry = file(
      'src/entry.ts',
      "export { word } from './later.ts'\nexport const here: string = import.meta.filename",
    )
    await bundle({ entry, folder: join(folder, 'out'), name: 'entry' })
    const built = join(folder, 'out/entry.mjs')
    expect({ ...((await import(pathToFileURL(built).href)) as object) }).toEqual({ word: 'later', here: built })
  })

  it('contains the named packages with what they use, and is stale when a version of one changes', async () => {
    const packageFile = (name: string, version: string): string =>
      file(`node_modules/${name}/package.json`, JSON.stringify({ name, version, type: 'module', main: 'index.js' }))
    for (const name of ['a', '@b/used', 'other', 'sharp']) packageFile(name, '1.0.0')
    const used = file(
      'node_modules/@b/used/index.js',
      "import 'sharp'\nimport { sep } from 'path'\nexport const word = sep",
    )
    file('node_modules/a/index.js', "export { word } from '@b/used'")
    const entry = file(
      'entry.ts',
      "import { word } from 'a'\nimport other from 'other'\nexport const all = [word, other]",
    )
    for (const path of [entry, used]) age(path, 1)
    for (const name of ['a', '@b/used']) age(join(folder, 'node_modules', name, 'package.json'), 1)
    const request = { entry, folder: join(folder, 'out'), name: 'run', packages: ['a'] }
    await bundle(request)
    const text = readFileSync(join(folder, 'out/run.mjs'), 'utf8')
    const imported = [...text.matchAll(/^import (?:[^\n]* from )?['"]([^'"]+)['"]/gm)].map(([, name]) => name)
    expect([...imported].sort()).toEqual(['other', 'path', 'sharp'])
    file('node_modules/@b/used/index.js', "export const word = 'patched'")
    expect(isBundleFresh(request)).toBe(true)
    packageFile('@b/used', '1.0.1')
    expect(isBundleFresh(request)).toBe(false)
  })

  it('copies the data of packages that a module names by its address, and nothing else of them', async () => {
    file('node_modules/a/package.json', JSON.stringify({ name: 'a', version: '1.0.0', type: 'module' }))
    for (const name of ['x.bin', 'x-weights_manifest.json', 'y.bin']) file(`node_modules/a/model/${name}`)
    const addresses = ['a/model/x.bin', 'a/model/x-weights_manifest.json', 'absent/model/x.bin']
    const entry = file(
      'entry.ts',
      `export const all = [${addresses.map((name) => `new URL('${name}', import.meta.url)`).join()}]`,
    )
    const out = join(folder, 'out')
    await bundle({ entry, folder: out, name: 'entry' })
    rmSync(join(folder, 'node_modules'), { recursive: true })
    const { all } = (await import(pathToFileURL(join(out, 'entry.mjs')).href)) as { all: readonly URL[] }
    const copies = all.map((address) => (existsSync(address) ? readFileSync(address, 'utf8') : null))
    expect(copies).toEqual(['node_modules/a/model/x.bin', 'node_modules/a/model/x-weights_manifest.json', null])
    expect(readdirSync(out).filter((name) => /\.(bin|json)$/.test(name) && !name.startsWith('.'))).toHaveLength(2)
  })

  it('of the command line has what `serve` loads before the server in one file', async () => {
    const entry = join(import.meta.dirname, '../../cli/main.ts')
    await bundle({ entry, folder, name: 'main', packages: bundledPackages, groups: startChunk })
    const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8')
    const loaded = new Set(['main.mjs'])
    const packages = new Set<string>()
    for (const name of loaded)
      for (const [, from = ''] of textOf(name).matchAll(/^(?:import|export) (?:[^\n]* from )?"([^"]+)"/gm))
        if (from.startsWith('./')) loaded.add(from.slice(2))
        else if (!from.startsWith('node:')) packages.add(from)
    expect([...loaded].map((name) => name.replace(/-.{8}\.mjs$/, '')).sort()).toEqual([
      'main-rolldown-runtime',
      'main-start',
      'main.mjs',
    ])
    expect([...packages]).toEqual([])
    const { buildProgram } = (await import(join(folder, 'main.mjs'))) as typeof import('../../cli/main.ts')
    const options = {
      language: 'en',
      packageFolder: project,
      workingFolder: folder,
      environment: {},
      color: false,
    } as const
    for (const name of readdirSync(folder)) if (!loaded.has(name)) rmSync(join(folder, name))
    const program = await buildProgram(options, ['serve'])
    expect(program.commands.map((command) => command.name())).toEqual(['serve'])
  })

  it('of dev makes only what is generated again when a schema changed', async () => {
    const label = (text: string): string => file('generated/shop/unit/table.ts', `export const unit = '${text}'\n`)
    file('package.json', '{ "type": "module" }')
    const sources = [
      file('generated/shop/index.ts', "export const shop = () => import('./unit/table.ts').then((one) => one.unit)\n"),
      file('generated/openapi.json', '{"info": 1}'),
      label('Units'),
      file(
        'runtime/main.server.ts',
        "import { shop } from '#generated/shop/index.ts'\nexport const server = async () => " +
          "[await shop(), (await import('#generated/openapi.json', { with: { type: 'json' } })).default]\n",
      ),
    ]
    for (const path of sources) age(path, 1)
    const layout = repositoryLayout(folder)
    const started = (): string => {
      const script = `import { server } from ${JSON.stringify(devServerFile(folder))}; console.log(await server())`
      return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).trim()
    }
    const code = (): number => statSync(devServerFile(folder)).mtimeMs
    expect(await buildDevServer(folder, layout)).toBe(true)
    expect(started()).toBe("[ 'Units', { info: 1 } ]")
    expect(await buildDevServer(folder, layout)).toBe(false)
    const before = code()
    label('Measures')
    expect(await buildDevServer(folder, layout)).toBe(true)
    expect(started()).toBe("[ 'Measures', { info: 1 } ]")
    expect(code()).toBe(before)
  })

  it('leaves the older product alone when the source does not parse', async () => {
    const entry = file('entry.ts', 'export const said = 1')
    const request = { entry, folder: join(folder, 'out'), name: 'entry' }
    await bundle(request)
    file('entry.ts', 'export const said = (')
    await expect(bundle(request)).rejects.toThrow(/entry\.ts/)
    expect(readFileSync(join(folder, 'out/entry.mjs'), 'utf8')).toContain('1')
  })
})

describe('the lock', () => {
  it('lets one work run at a time', async () => {
    let inside = 0
    let most = 0
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setTimeout(resolve, 20))
      inside--
    }
    await Promise.all([1, 2, 3].map(() => withLock(join(folder, 'lock'), work)))
    expect({ most, left: readdirSync(folder) }).toEqual({ most: 1, left: [] })
  })

  it('is taken over when its holder is dead', async () => {
    file('lock', '999999999')
    expect(await withLock(join(folder, 'lock'), async () => 'done')).toBe('done')
  })

  it('is let go when the work fails', async () => {
    await expect(withLock(join(folder, 'lock'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })
})

describe('publishing', () => {
  it('keeps files others may still use for a day, and removes an entry file that is no longer made', () => {
    const before = ['web/index.html', 'web/index.html.gz', 'web/assets/young-1.js', 'web/assets/old-1.js'].map((name) =>
      file(name),
    )
    age(before[3]!, 25)
    for (const name of ['index.html', 'assets/new-2.js']) file(`made/${name}`, 'new')
    const made = publish(join(folder, 'made'), join(folder, 'web'), {
      isEntry: (path) => path.startsWith('index.html'),
    })
    expect(made.map((path) => path.slice(folder.length + 1))).toEqual(['web/assets/new-2.js', 'web/index.html'])
    expect(readdirSync(join(folder, 'web/assets')).sort()).toEqual(['new-2.js', 'young-1.js'])
    expect(readdirSync(join(folder, 'web')).sort()).toEqual(['assets', 'index.html'])
    expect(readFileSync(join(folder, 'web/index.html'), 'utf8')).toBe('new')
  })
})

describe('compressed copies', () => {
  it('are those of the build before where a file is the same', async () => {
    const text = 'const one = 1\n'.repeat(200)
    for (const name of ['web/same.js', 'web/other.js', 'web/bare.js']) file(name, text)
    for (const name of ['web/same.js', 'web/other.js']) for (const end of ['.gz', '.br']) file(name + end, 'of before')
    for (const [name, made] of Object.entries({ same: text, other: `${text}\n`, bare: text, short: 'x' }))
      file(`made/${name}.js`, made)
    await compressFiles(join(folder, 'made'), join(folder, 'web'))
    expect(readFileSync(join(folder, 'made/same.js.br'), 'utf8')).toBe('of before')
    expect(brotliDecompressSync(readFileSync(join(folder, 'made/other.js.br'))).toString()).toBe(`${text}\n`)
    expect(gunzipSync(readFileSync(join(folder, 'made/bare.js.gz'))).toString()).toBe(text)
    expect(existsSync(join(folder, 'made/short.js.br'))).toBe(false)
  })
})

describe('validators', () => {
  it('are generated for each entity and removed with it', async () => {
    const form = readFileSync(join(project, 'generated/shop/unit/form.ts'), 'utf8')
    for (const name of ['unit', 'other']) age(file(`generated/shop/${name}/form.ts`, form), 1)
    expect([await buildValidators(folder), await buildValidators(folder)]).toEqual([2, 0])
    rmSync(join(folder, 'generated/shop/other'), { recursive: true })
    expect(await buildValidators(folder)).toBe(0)
    expect(readdirSync(join(folder, '.build/validators/server/shop'))).toEqual(['unit.mjs'])
    const { validate } = (await import(join(folder, '.build/validators/server/shop/unit.mjs'))) as {
      validate: (data: unknown) => boolean
    }
    expect([validate({ name: 'kg' }), validate({ name: '' })]).toEqual([true, false])
  })
})

describe('generated files', () => {
  const brand = 'generated/shop/brand/table.ts'
  const places = () => ({ root: join(folder, 'project'), packageFolder: join(folder, 'package') })
  const inProject = (path: string): string => join(folder, 'project', path)
  const append = (path: string): void => {
    const text = readFileSync(inProject(path), 'utf8')
    writeFileSync(inProject(path), `${text}\n`)
  }
  beforeEach(() => {
    file('package/.build/cli/main.mjs')
    file('package/package.json')
    for (const name of ['dialect', 'system', 'shop'])
      cpSync(join(project, 'schemas', name), inProject(`schemas/${name}`), { recursive: true })
    // An edit during a run makes the next one read everything; these files are older than any run.
    for (const path of filesBelow(inProject('schemas'))) age(path, 1)
  })

  it('are not made again while schemas, generated files and generator are the same', async () => {
    const first = await generateIfStale(places())
    expect(isGeneratedFresh(places())).toBe(true)
    const second = await generateIfStale(places())
    expect(second).toEqual({ ...first, written: [], unchanged: [...first.written, ...first.unchanged].sort() })
    const findings: readonly (readonly [string, () => void, Partial<GenerateResult>])[] = [
      ['an edited generated file', () => append(brand), { kept: [brand] }],
      ['a missing generated file', () => rmSync(inProject(brand)), { written: [brand] }],
      [
        'a link to the same text',
        () => {
          rmSync(inProject(brand))
          symlinkSync(join(project, brand), inProject(brand))
        },
        { blocked: [brand] },
      ],
      [
        'a file that an earlier version made',
        () => cpSync(join(project, brand), inProject('generated/shop/old.ts')),
        { removed: ['generated/shop/old.ts'] },
      ],
    ]
    for (const [what, change, finding] of findings) {
      change()
      expect(isGeneratedFresh(places()), what).toBe(false)
      expect(await generateIfStale(places(), { check: true }), what).toMatchObject(finding)
      expect(isGeneratedFresh(places()), what).toBe(false)
      rmSync(inProject(brand), { force: true })
      cpSync(join(project, brand), inProject(brand))
      rmSync(inProject('generated/shop/old.ts'), { force: true })
      expect(isGeneratedFresh(places()), what).toBe(true)
    }
    append('schemas/shop/brand.json')
    expect(isGeneratedFresh(places())).toBe(false)
  })

  it('are not remembered when a schema changed during the run, and no folder is made by a check', async () => {
    await generateIfStale(places())
    rmSync(inProject('.build'), { recursive: true })
    await generateIfStale(places(), { check: true })
    expect(existsSync(inProject('.build'))).toBe(false)
    age(inProject('schemas/shop/brand.json'), -1)
    await generateIfStale(places())
    expect(isGeneratedFresh(places())).toBe(false)
  })
})

describe('the count of the tests', () => {
  const report = (testResults: unknown, figures = { numPassedTests: 3, numFailedTests: 1 }): string =>
    file('report.json', JSON.stringify({ ...figures, testResults }))

  it('adds files that broke before their first test', () => {
    const path = report([
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ])
    expect(countTests(path, 1)).toEqual({ passed: 3, failed: 2 })
  })

  it('is never clean when the run itself failed', () => {
    expect(countTests(report([], { numPassedTests: 3, numFailedTests: 0 }), 1)).toEqual({ passed: 3, failed: 1 })
    expect(countTests(join(folder, 'no report'), 0)).toEqual({ passed: 0, failed: 1 })
  })
})

describe('the lines before the count', () => {
  const testFile = (name: string, seconds: number, results: readonly object[]) => ({
    name: join(folder, name),
    status: 'passed',
    startTime: 1000,
    endTime: 1000 + seconds * 1000,
    assertionResults: results,
  })

  it('are how long each stage took, the ten slowest files, and the tests that passed only when repeated', () => {
    const passed = { status: 'passed', fullName: 'at once', failureMessages: [] }
    const flaky = { status: 'passed', fullName: 'at last', failureMessages: ['Error: not yet\n    at here'] }
    const failed = { status: 'failed', fullName: 'never', failureMessages: ['Error: no', 'Error: no'] }
    const testResults = [
      testFile('a.test.ts', 3, [passed, flaky, failed]),
      ...Array.from({ length: 10 }, (_one, at) => testFile(`b${at}.test.ts`, 10 + at, [passed])),
    ]
    const path = file('report.json', JSON.stringify({ numPassedTests: 12, numFailedTests: 1, testResults }))
    const stages = [{ name: 'build', seconds: 4.25, passed: 0, failed: 0 }]
    const lines = summarize(stages, 75, path, folder)
    expect(lines.slice(0, 5).map((line) => line.trim().replace(/ +/g, ' '))).toEqual([
      'Stages',
      '4.3 s build',
      '75.0 s in all',
      'Slowest files',
      '19.0 s b9.test.ts',
    ])
    expect(lines.filter((line) => /b\d/.test(line))).toHaveLength(10)
    expect(lines.slice(-3)).toEqual([
      'Flaky: failed first, passed when repeated',
      '  a.test.ts > at last',
      '    Error: not yet',
    ])
  })
})
