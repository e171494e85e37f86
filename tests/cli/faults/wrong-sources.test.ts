/** `serve` in a project whose sources are not fit to run: it says so and starts nothing. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { exitCodes } from '../../../cli/exit-codes.ts'
import { freePort } from '../../support/free-port.mjs'
import { run, type Outcome } from '../command-line.ts'
import { copyProject, type ProjectCopy } from '../../support/project-copy.ts'

let copy: ProjectCopy
let data: string
let undo: (() => void)[] = []
beforeAll(() => {
  copy = copyProject({ built: false })
  data = join(mkdtempSync(join(tmpdir(), 'tablewright-wrong-')), 'data')
})
afterEach(() => {
  for (const one of undo) one()
  undo = []
})
afterAll(() => {
  copy.remove()
  rmSync(join(data, '..'), { recursive: true, force: true })
})

/** Replaces a text in a file of the copy until the test is over. */
function change(path: string, from: string, to: string): void {
  const file = join(copy.root, path)
  const before = readFileSync(file, 'utf8')
  expect(before).toContain(from)
  writeFileSync(file, before.replace(from, to))
  undo.push(() => writeFileSync(file, before))
}

async function served(): Promise<Outcome> {
  const env = { PORT: String(await freePort()), TABLEWRIGHT_DATA: data }
  const outcome = await run(['serve'], { launcher: copy.launcher, cwd: copy.root, env })
  expect({ stdout: outcome.stdout, isDataThere: existsSync(data) }).toEqual({ stdout: '', isDataThere: false })
  return outcome
}

describe('serve', () => {
  it('reports every problem of the schemas and exits with 1', async () => {
    change('schemas/shop/unit.json', '"maxLength"', '"maxLenght"')
    change('schemas/shop/brand.json', '"x-label"', '"x-lable"')
    const { exit, stderr } = await served()
    expect(exit).toBe(exitCodes.findings)
    for (const words of [/maxLenght/, /x-lable/, /Problems in schemas\/: \d+\. Nothing was started or changed\./])
      expect(stderr).toMatch(words)
  })

  it('names a generated file that was edited, keeps it and ends with 4', async () => {
    change('generated/shop/unit/table.ts', "id: 'shop/unit'", "id: 'shop/unit' /* mine */")
    const { exit, stderr } = await served()
    expect(exit).toBe(exitCodes.refused)
    expect(stderr).toContain('generated/shop/unit/table.ts')
    expect(readFileSync(join(copy.root, 'generated/shop/unit/table.ts'), 'utf8')).toContain('/* mine */')
  })

  it('reports a source that does not build and exits with 3', async () => {
    change('runtime/main.server.ts', 'composeServer({', 'composeServer(({')
    const { exit, stderr } = await served()
    expect(exit).toBe(exitCodes.environment)
    expect(stderr).toMatch(/The server could not be built\.[^]*main\.server\.ts/)
  })
})
