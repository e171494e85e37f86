/**
 * A checkout without packages of its own: help installs none, nothing behind a link to another's is touched, and what
 * tests need stays.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exitCodes } from '../../cli/exit-codes.ts'
import { project, run } from './command-line.ts'

describe('packages behind a symbolic link', () => {
  let folder: string
  let target: string
  beforeEach(() => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'tablewright-linked-')))
    folder = join(place, 'checkout')
    target = join(place, 'elsewhere')
    mkdirSync(join(target, 'precious'), { recursive: true })
    writeFileSync(join(target, 'precious/file.txt'), 'keep me')
    cpSync(join(project, 'cli'), join(folder, 'cli'), { recursive: true })
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(project, name), join(folder, name))
    symlinkSync(target, join(folder, 'node_modules'))
  })
  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

  // Whoever calls npm ends up here instead of at the network: the test fails fast when the guard is gone.
  const noNpm = { npm_execpath: undefined, npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' }

  it.each([
    [
      'en',
      /Packages were not installed: .+checkout\/node_modules is a symbolic link to .+elsewhere, .+ Remove the link/,
    ],
    ['zh-cn', /没有安装依赖：.+checkout\/node_modules 是指向 .+elsewhere 的符号链接.+请删除该链接/],
  ])('are neither emptied nor filled; reports why and how to fix it (%s)', async (language, words) => {
    const { exit, stdout, stderr } = await run(['check'], {
      launcher: join(folder, 'cli/tablewright.mjs'),
      cwd: folder,
      env: { ...noNpm, TABLEWRIGHT_LANG: language },
    })
    expect(stderr).toMatch(words)
    expect({ exit, stdout }).toEqual({ exit: exitCodes.environment, stdout: '' })
    expect(readdirSync(target)).toEqual(['precious'])
    expect(readFileSync(join(target, 'precious/file.txt'), 'utf8')).toBe('keep me')
  })
  it.each([
    ['keep the packages of tests, where there are some', true, '--include=dev'],
    ['install none of tests, where there are none', false, '--omit=dev'],
  ])('%s', async (_name, dev, option) => {
    rmSync(join(folder, 'node_modules'))
    mkdirSync(join(folder, 'node_modules'))
    writeFileSync(
      join(folder, 'node_modules/.package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/one': { version: '1.0.0', dev } } }),
    )
    const npm = join(folder, 'npm-cli.js')
    writeFileSync(npm, 'console.log(process.argv.slice(2).join()); process.exit(1)')
    const { exit, stderr } = await run(['check'], {
      launcher: join(folder, 'cli/tablewright.mjs'),
      cwd: folder,
      env: { npm_execpath: npm },
    })
    expect(exit).toBe(exitCodes.environment)
    expect(stderr).toContain(`,${option},`)
  })
  it.each([
    ['--help', 'en', /^Usage: tablewright <command>\. Commands: .+Run npm ci/s],
    ['-h', 'zh-cn', /^用法：tablewright <命令>.+npm ci/s],
    ['--version', 'en', /packages are not installed yet/],
  ])('%s (%s) says what there is and how to install, and installs nothing', async (word, language, words) => {
    rmSync(join(folder, 'node_modules'))
    const outcome = await run(['check', word], {
      launcher: join(folder, 'cli/tablewright.mjs'),
      cwd: folder,
      env: { ...noNpm, TABLEWRIGHT_LANG: language },
    })
    expect(outcome).toEqual({ exit: exitCodes.ok, stdout: expect.stringMatching(words) as string, stderr: '' })
    expect(readdirSync(folder).toSorted()).toEqual(['cli', 'package-lock.json', 'package.json'])
  })
})
