/** Calling the command line rightly and wrongly: exit codes, help, hints, languages, clean output. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from 'tablewright/protocol'
import { exitCodes } from '../../cli/exit-codes.ts'
import { displayWidth } from '../../generator/source/display-width.ts'
import { buildProgram } from '../../cli/main.ts'
import { chooseLanguage } from '../../cli/launcher/language.mjs'
import { project, run, type Outcome } from './command-line.ts'

let empty: string
beforeAll(() => {
  empty = mkdtempSync(join(tmpdir(), 'tablewright-nothing-'))
})
afterAll(() => rmSync(empty, { recursive: true, force: true }))

describe('exit codes', () => {
  const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['no command', [], /^Examples:/],
    ['an unknown command', ['generat'], /Unknown command "generat"\.\nDid you mean generate\?/],
    ['an unknown command far from any', ['xyzzyx'], /Unknown command "xyzzyx"\.\nSee tablewright --help/],
    ['an unknown option', ['generate', '--chek'], /Unknown option --chek\.\nDid you mean --check\?/],
    ['a missing argument', ['import'], /The argument <entity> is missing/],
    ['a missing option value', ['check', '--root'], /The option --root <folder> needs a value/],
    ['an option value that is none', ['check', '--lang', 'fr'], /Invalid value for --lang/],
    ['a misspelt value of an option', ['check', '--lang', 'enn'], /Invalid value for --lang.*\nDid you mean en\?/],
    ['a misspelt part', ['add', 'enitty', 'shop/x'], /Invalid value for <part>\.\nDid you mean entity\?/],
    ['a folder without schemas', ['check', '--root', '/nowhere'], /No Tablewright project here/],
    ['a port that is none', ['serve', '--port', 'abc'], /Invalid value "abc" for PORT\./],
  ]
  it.each(wrong)('%s is a usage error', async (_name, words, says) => {
    const { exit, stdout, stderr } = await run(words)
    expect(stderr).toMatch(says)
    expect({ exit, stdout }).toEqual({ exit: exitCodes.usage, stdout: '' })
  })

  it('a working folder outside any project is a usage error, in the language asked for', async () => {
    const { exit, stderr } = await run(['check'], {
      cwd: empty,
      env: { TABLEWRIGHT_LANG: '', LC_ALL: '', LANG: 'C.UTF-8' },
    })
    expect({ exit, isChinese: /找不到 Tablewright 项目/.test(stderr) }).toEqual({
      exit: exitCodes.usage,
      isChinese: true,
    })
  })

  it('0 for what is well, with the project found from a folder inside it', async () => {
    const { exit, stdout } = await run(['check'], { cwd: join(project, 'schemas/shop') })
    expect({ exit, stdout }).toEqual({ exit: exitCodes.ok, stdout: 'No problems found.\n' })
  })

  it('are all different', () => {
    expect(new Set(Object.values(exitCodes)).size).toBe(Object.keys(exitCodes).length)
  })
})

describe('the language', () => {
  const choose = (words: readonly string[], environment: Readonly<Record<string, string>>, folder = empty) =>
    chooseLanguage(words, environment, folder)

  it('is that of --lang, of TABLEWRIGHT_LANG, of the product, of the locale, else zh-cn', () => {
    const product = mkdtempSync(join(empty, 'product-'))
    mkdirSync(join(product, 'schemas/shop'), { recursive: true })
    writeFileSync(join(product, 'package.json'), '{ "tablewright": { "version": "0.1.0", "language": "en" } }')
    const chinese = { LC_ALL: '', LANG: 'zh_CN.UTF-8' }
    expect(choose([], {})).toBe('zh-cn')
    expect(choose([], { LANG: 'C.UTF-8' })).toBe('zh-cn')
    expect(choose([], { LANG: 'en_GB.UTF-8' })).toBe('en')
    expect(choose([], chinese, join(product, 'schemas/shop'))).toBe('en')
    expect(choose(['check', '--root', product], chinese)).toBe('en')
    expect(choose([`--root=${product}`], chinese)).toBe('en')
    expect(choose([], { ...chinese, TABLEWRIGHT_LANG: 'zh' }, product)).toBe('zh-cn')
    expect(choose(['--lang', 'zh-cn'], { TABLEWRIGHT_LANG: 'en' }, product)).toBe('zh-cn')
    expect(choose(['--lang=en'], chinese)).toBe('en')
    writeFileSync(join(product, 'package.json'), '{')
    expect(choose([], { LANG: 'en' }, product)).toBe('en')
  })
})

describe('--version', () => {
  it('prints only the version of the package', async () => {
    expect(await run(['--version'])).toEqual({ exit: 0, stdout: '0.1.0\n', stderr: '' } satisfies Outcome)
  })
})

describe('help', async () => {
  const folders = { packageFolder: project, workingFolder: project }
  const programs = await Promise.all(
    languages.map((language) => buildProgram({ language, ...folders, environment: {}, color: false })),
  )
  const pages = programs.flatMap((program) =>
    ['', ...program.commands.map((one) => one.name())].map((name) => ({
      language: program.runOptions.language,
      name,
      text: (program.commands.find((one) => one.name() === name) ?? program).helpInformation(),
    })),
  )

  it.each(pages)('of "$name" in $language begins with examples and fits 80 columns', ({ language, text }) => {
    expect(text).toMatch(language === 'en' ? /^Examples:\n/ : /^示例：\n/)
    expect(text.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([])
  })

  it.each(pages.filter(({ language }) => language === 'en'))('of "$name" in English holds no Chinese', ({ text }) => {
    expect(text).not.toMatch(/[\u4e00-\u9fff]/)
  })

  it('is written to standard output when requested', async () => {
    const { exit, stdout, stderr } = await run(['generate', '--help', '--lang', 'zh-cn'])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(stdout).toContain('用法：')
  })

  it('lists every command but the hidden one', async () => {
    const { stdout } = await run(['--help'])
    const listed = [...stdout.matchAll(/^ {2}([a-z]+)\b.* {2,}\S/gm)].map((match) => match[1])
    for (const name of ['serve', 'generate', 'check', 'plan', 'apply', 'import', 'seed']) expect(listed).toContain(name)
    expect(listed).not.toContain('test')
  })

  it('lists every command when a value of an option has the name of one', async () => {
    const { stderr } = await run(['--root', 'serve'])
    expect(stderr).toContain('generate')
  })
})

describe('--json', () => {
  it('writes one document to standard output, also for a wrong call', async () => {
    const well = await run(['check', '--json'])
    expect(JSON.parse(well.stdout)).toEqual({ ok: true, problems: [], warnings: [] })
    const badly = await run(['check', '--json', '--root', '/nowhere'])
    expect(JSON.parse(badly.stdout)).toMatchObject({ ok: false, exit: exitCodes.usage })
  })
})

describe('colours', () => {
  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }, {}])('none without a terminal (%j)', async (env) => {
    const { stderr } = await run(['generat'], { env })
    expect(stderr).not.toContain('\u001b[')
  })
})

describe('completion', () => {
  const complete = (...words: string[]): string => {
    const call = 'COMP_WORDS=(tablewright "$@"); COMP_CWORD=$#; _tablewright; echo "${COMPREPLY[@]}"'
    return execFileSync('bash', ['-c', `${bash}\n${call}`, 'bash', ...words], { encoding: 'utf8' }).trim()
  }
  let bash: string
  beforeAll(async () => {
    bash = (await run(['completion', 'bash'])).stdout
  })

  it.each([
    [['exp'], 'explain'],
    [['explain', 'TW1901'], 'TW1901'],
    [['serve', '--lang', 'z'], 'zh-cn'],
    [['dev', '--no-de'], '--no-demo'],
    [['completion', ''], expect.stringMatching(/^bash zsh fish --help/)],
  ])('completes %j in bash', (words, expected) => expect(complete(...words)).toEqual(expected))

  it.each(['zsh', 'fish'])('has every command and option for %s', async (shell) => {
    const { stdout } = await run(['completion', shell])
    for (const name of ['serve', 'explain', 'auto-apply', 'TW1101']) expect(stdout).toContain(name)
  })
})

it('explains a code, also one without its letters, and suggests the nearest', async () => {
  expect((await run(['explain', '1101'])).stdout).toContain('"maxLenght": 40')
  const { exit, stderr } = await run(['explain', 'TW1110'])
  expect({ exit, stderr }).toEqual({ exit: exitCodes.usage, stderr: expect.stringMatching(/Did you mean TW1\d/) })
})
