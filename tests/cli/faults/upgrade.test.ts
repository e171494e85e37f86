/**
 * Upgrades of products. `support/products/<version>.tar.gz` is a product as `init` of that version wrote it, with the
 * database that its first start made and a few tickets; every later version has to upgrade it.
 */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exitCodes } from '../../../cli/exit-codes.ts'
import { compareVersions, notesBetween } from '../../../cli/upgrading/notes.ts'
import { project, run } from '../command-line.ts'

const frozen = join(import.meta.dirname, '../../support/products/0.1.0.tar.gz')

describe('upgrade', () => {
  let folder: string
  const upgrade = (...words: string[]) => run(['upgrade', ...words], { cwd: folder })
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const replace = (path: string, from: string, to: string) =>
    writeFileSync(join(folder, path), read(path).replace(from, to))
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tablewright-upgrade-'))
    execFileSync('tar', ['-xzf', frozen, '-C', folder])
    const packages = join(folder, 'node_modules')
    mkdirSync(packages)
    const installed = join(project, 'node_modules')
    for (const name of readdirSync(installed)) symlinkSync(join(installed, name), join(packages, name))
    symlinkSync(project, join(packages, 'tablewright'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('brings files and tables of a frozen product to this version, once', async () => {
    replace('package.json', '"version": "0.1.0",\n    "modules"', '"version": "0.0.9",\n    "modules"')
    // A field that the database does not have yet stands for a new column of the system.
    replace(
      'schemas/helpdesk/topic.json',
      '"name": {',
      '"code": { "type": "string", "maxLength": 9, "x-label": { "zh-cn": "编码", "en": "Code" } },\n    "name": {',
    )
    const asked = await upgrade()
    expect(asked.stderr).toMatch(/Tablewright 0\.0\.9 → 0\.1\.0\n[^]*Run it again with --yes\./)
    expect(asked.exit).toBe(exitCodes.usage)
    expect(read('package.json')).toContain('"version": "0.0.9"')

    const done = await upgrade('--yes', '--json')
    expect(done.exit, done.stderr).toBe(exitCodes.ok)
    expect(JSON.parse(done.stdout)).toMatchObject({ ok: true, from: '0.0.9', to: '0.1.0', left: [] })
    expect(read('package.json')).toMatch(/"version": "0\.1\.0",\n {4}"modules": \[\]/)
    expect(read('generated/helpdesk/topic/row.ts')).toContain('code')
    expect(JSON.parse(read('package.json'))).toMatchObject({ imports: { '#generated/*.ts': './generated/*.ts' } })

    const before = read('package.json')
    const again = await upgrade('--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, files: 0, steps: [], backup: null })
    expect(read('package.json')).toBe(before)
    const doctor = await run(['doctor', '--json'], { cwd: folder })
    expect(doctor.exit, doctor.stderr).toBe(exitCodes.ok)
  }, 120_000)

  it('names what stands in the place of a hook of an earlier version, before anything is changed', async () => {
    replace(
      'runtime/modules/helpdesk/server/tickets.ts',
      'async beforeUpdate(_scope, _trx, change',
      'async warn(_s, _t, change',
    )
    const { exit, stderr } = await upgrade('--yes')
    expect(exit, stderr).toBe(exitCodes.findings)
    expect(stderr).toContain('There is no hook "warn"')
    expect(stderr).toContain('use beforeCreate and beforeUpdate, and add the sentence to change.warnings')
    expect(stderr).toContain('The database was not changed.')
  })

  it('refuses an older package, edited files and folders that are no products', async () => {
    replace('package.json', '"version": "0.1.0",\n    "modules"', '"version": "9.0.0",\n    "modules"')
    const older = await upgrade('--yes')
    expect(older.stderr).toContain('Run npm install tablewright@9.0.0.')
    expect(older.exit).toBe(exitCodes.refused)

    replace('package.json', '"version": "9.0.0"', '"version": "0.1.0"')
    appendFileSync(join(folder, 'generated/helpdesk/index.ts'), '// mine\n')
    const edited = await upgrade('--yes')
    expect(edited.stderr).toContain('generated/helpdesk/index.ts')
    expect(edited.exit).toBe(exitCodes.refused)

    const { exit, stderr } = await run(['upgrade'])
    expect(stderr).toContain('is not a product')
    expect(exit).toBe(exitCodes.usage)
  })
})

describe('notes of versions', () => {
  const changelog = `# Changelog

## [Unreleased]

### Changed

- not yet

## [0.3.0] - 2027-02-01

### Added

- a command

### Upgrading

- Rename \`a\` to \`b\`.

## [0.2.0] - 2027-01-01

### Changed

- Lists
  are shorter.

### Removed

- An old route.

## [0.1.0] - 2026-12-01

### Changed

- the first
`

  it('are those after the one and up to the other, oldest first, without what needs no reaction', () => {
    expect(notesBetween(changelog, '0.1.0', '0.3.0')).toEqual([
      { version: '0.2.0', lines: ['- Lists', '  are shorter.', '- An old route.'] },
      { version: '0.3.0', lines: ['- Rename `a` to `b`.'] },
    ])
    expect(notesBetween(changelog, '0.3.0', '0.3.0')).toEqual([])
  })

  it.each([
    ['0.2.0', '0.10.0'],
    ['0.9.9', '1.0.0'],
    ['1.0.0-rc.1', '1.0.0'],
  ])('%s comes before %s', (one, other) => {
    expect(compareVersions(one, other)).toBeLessThan(0)
    expect(compareVersions(other, one)).toBeGreaterThan(0)
    expect(compareVersions(one, one)).toBe(0)
  })
})
