/** Scripts that are loaded with the code V8 made of them earlier. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundle } from '../../cli/launcher/bundle.mjs'

const loader = pathToFileURL(join(import.meta.dirname, '../../cli/launcher/script.mjs')).href

let folder: string
let script: string
let code: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablewright-script-'))
  script = join(folder, 'main.cjs')
  code = `${script}.code`
  writeFileSync(script, "'use strict'\nexports.said = require('./main-part.cjs').say('one')\n")
  writeFileSync(join(folder, 'main-part.cjs'), 'exports.say = (text) => `said ${text}`\n')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/**
 * What the script exports in a process of its own, which stores the code.
 * @param flags of Node
 * @param first runs before
 */
const run = (flags: readonly string[] = [], first = ''): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        ...flags,
        '--input-type=module',
        '-e',
        `const { loadScript, storeCode } = await import(${JSON.stringify(loader)})
        ${first}
        process.stdout.write(JSON.stringify(loadScript(${JSON.stringify(script)})))
        storeCode()`,
      ],
      { encoding: 'utf8' },
    ),
  )

/** A file that is written anew is another one. */
const idOf = (path: string): number => statSync(path).ino

describe('a script', () => {
  it('is compiled once for all starts, with the chunks that it loads', () => {
    expect(run()).toEqual({ said: 'said one' })
    const files = [code, join(folder, 'main-part.cjs.code')]
    const before = files.map(idOf)
    expect(run()).toEqual({ said: 'said one' })
    expect(files.map(idOf)).toEqual(before)
  })

  it('is compiled again when its text changes, even to one of the same length', () => {
    run()
    const before = idOf(code)
    writeFileSync(script, readFileSync(script, 'utf8').replace('one', 'two'))
    expect(run()).toEqual({ said: 'said two' })
    expect(idOf(code)).not.toBe(before)
  })

  it.each([
    [
      'has a wrong byte',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -9), Buffer.from([1]), bytes.subarray(-8)]),
    ],
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['is empty', () => Buffer.alloc(0)],
  ])('is compiled again when its code %s', (_what, damage) => {
    run()
    const good = readFileSync(code)
    writeFileSync(code, damage(good))
    const before = idOf(code)
    expect(run()).toEqual({ said: 'said one' })
    expect(idOf(code)).not.toBe(before)
    expect(readFileSync(code)).toHaveLength(good.length)
  })

  it('is compiled again under other options of V8', () => {
    run()
    const before = idOf(code)
    run(['--no-lazy-feedback-allocation'])
    expect(idOf(code)).not.toBe(before)
  })

  it('works where nothing can be written', () => {
    chmodSync(folder, 0o555)
    const user = 'if (process.getuid?.() === 0) { process.setgid(65534); process.setuid(65534) }'
    try {
      expect(run([], user)).toEqual({ said: 'said one' })
      expect(existsSync(code)).toBe(false)
    } finally {
      chmodSync(folder, 0o755)
    }
  })

  it('loads what it needs later in the same way, and packages as Node does', async () => {
    const source = join(folder, 'main.ts')
    writeFileSync(join(folder, 'later.ts'), "export const later: string = '稍后'\n")
    writeFileSync(
      source,
      `import { parse } from 'node:path'
      export const name = parse('/a/b.c').name
      export const here = import.meta.url
      export const isStrict = (function (this: unknown) { return this === undefined })()
      export const load = async () => (await import('./later.ts')).later`,
    )
    await bundle({ entry: source, folder, name: 'main', isScript: true })
    const { name, here, isStrict, load } = (
      (await import(loader)) as typeof import('../../cli/launcher/script.mjs')
    ).loadScript(script) as { name: string; here: string; isStrict: boolean; load: () => Promise<string> }
    expect([name, here, isStrict, await load()]).toEqual(['b', pathToFileURL(script).href, true, '稍后'])
    // One character beyond ASCII would double the memory that V8 needs for the text.
    expect(readFileSync(script, 'latin1')).not.toMatch(/[^\0-\x7f]/)
  })

  it('leaves nothing behind when it fails', async () => {
    writeFileSync(script, 'throw new Error("at first")')
    const { loadScript } = (await import(loader)) as typeof import('../../cli/launcher/script.mjs')
    expect(() => loadScript(script)).toThrow('at first')
    writeFileSync(script, 'exports.said = "then"')
    expect(loadScript(script)).toEqual({ said: 'then' })
  })
})
