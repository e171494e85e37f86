/** Whoever presses Ctrl-C at any moment finds every file whole, and the next run works. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyProject, type ProjectCopy } from '../../support/project-copy.ts'
import { run, start } from '../command-line.ts'

let copy: ProjectCopy
beforeAll(() => {
  copy = copyProject({ built: false })
})
afterAll(() => copy.remove())

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))

const isWhole = (path: string): boolean => {
  const text = readFileSync(path, 'utf8')
  if (path.endsWith('.json')) return JSON.parse(text) !== undefined
  return parseSync(path, text).errors.length === 0
}

describe('Ctrl-C', () => {
  it('leaves whole files behind, whenever it comes', async () => {
    for (const delay of [40, 90, 150, 220, 300, 400, 520]) {
      rmSync(join(copy.root, 'generated'), { recursive: true, force: true })
      rmSync(join(copy.root, '.build'), { recursive: true, force: true })
      const { child, ended } = start(['generate'], { launcher: copy.launcher, cwd: copy.root })
      setTimeout(() => child.kill('SIGINT'), delay)
      await ended
      const made = ['generated', '.build'].flatMap((folder) => {
        try {
          return filesBelow(join(copy.root, folder))
        } catch {
          return []
        }
      })
      const broken = made.filter((path) => /\.(ts|mjs|json)$/.test(path) && !isWhole(path))
      expect({ delay, broken }).toEqual({ delay, broken: [] })
    }
    const { exit } = await run(['generate'], { launcher: copy.launcher, cwd: copy.root })
    expect(exit).toBe(0)
    const { exit: after, stderr } = await run(['generate', '--check'], { launcher: copy.launcher, cwd: copy.root })
    expect({ after, stderr }).toEqual({ after: 0, stderr: '' })
    expect(filesBelow(join(copy.root, 'generated')).filter((path) => path.endsWith('.tmp'))).toEqual([])
  })

  it('does not break launchers that start at once in a copy without a build', async () => {
    rmSync(join(copy.root, '.build'), { recursive: true, force: true })
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => run(['--version'], { launcher: copy.launcher, cwd: copy.root })),
    )
    expect(outcomes.map(({ exit, stdout }) => `${exit} ${stdout.trim()}`)).toEqual(['0 0.1.0', '0 0.1.0', '0 0.1.0'])
  })
})
