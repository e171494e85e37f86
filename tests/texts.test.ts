/**
 * The rules of wording that a machine can judge, over every text that people read: both sides, the schemas, the
 * modules.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { texts as shared } from 'tablewright/protocol'
import { i18n } from '../runtime/web/core/i18n/texts.ts'

const root = join(import.meta.dirname, '..')

interface Entry {
  /** Where it is written, for the message of a failure. */
  readonly at: string
  readonly chinese: string
  readonly english: string
}

/** Texts whose words the specification fixes, exclamation marks and all. */
const isFixed = ({ at }: Entry): boolean =>
  /(^| )(http|upload|captcha)\.|load-failed$|^protocol config\.upload_bucket\.cos$/.test(at)

function filesBelow(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))
}

const jsonOf = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))

/** Every object with a text per language, wherever it stands in a document. */
function labelsIn(value: unknown, at: string): readonly Entry[] {
  if (typeof value !== 'object' || value === null) return []
  const { 'zh-cn': chinese, en: english } = value as Record<string, unknown>
  if (typeof chinese === 'string' && typeof english === 'string') return [{ at, chinese, english }]
  return Object.entries(value).flatMap(([key, inner]) => labelsIn(inner, `${at} ${key}`))
}

function pairs(
  at: string,
  chinese: Readonly<Record<string, string>>,
  english: Readonly<Record<string, string>>,
): Entry[] {
  return Object.entries(english).map(([key, text]) => ({
    at: `${at} ${key}`,
    chinese: chinese[key] ?? chinese[key.replace(/_one$/, '')] ?? '',
    english: text,
  }))
}

async function webTexts(): Promise<readonly Entry[]> {
  const files = ['runtime/web', 'runtime/modules']
    .flatMap((folder) => filesBelow(folder, /\.ts$/))
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return /= defineTexts\('/.test(text) && !text.includes('function defineTexts')
    })
  return (
    await Promise.all(
      files.map(async (file) => {
        await import(pathToFileURL(join(root, file)).href)
        const area = /= defineTexts\('([^']+)'/.exec(readFileSync(join(root, file), 'utf8'))![1]!
        const of = (language: string) => i18n.getResourceBundle(language, area) as Readonly<Record<string, string>>
        return pairs(`web/${area}`, of('zh-cn'), of('en'))
      }),
    )
  ).flat()
}

function moduleTexts(): readonly Entry[] {
  return filesBelow('schemas', /\/text\/en\.json$/).flatMap((file) => {
    const [english, chinese] = [jsonOf(file), jsonOf(file.replace('en.json', 'zh-cn.json'))]
    const { $schema: _, ...texts } = english as Record<string, string>
    return pairs(file, chinese as Record<string, string>, texts)
  })
}

const schemaTexts = (): readonly Entry[] =>
  filesBelow('schemas', /\.json$/)
    .filter((file) => !file.includes('/dialect/'))
    .flatMap((file) => labelsIn(jsonOf(file), file))

async function allTexts(): Promise<readonly Entry[]> {
  return [...pairs('protocol', shared['zh-cn'], shared.en), ...moduleTexts(), ...schemaTexts(), ...(await webTexts())]
}

const chinese = '[\\u4e00-\\u9fff]'

const chineseRules: readonly (readonly [rule: string, broken: RegExp])[] = [
  ['punctuation between Chinese characters is full-width', new RegExp(`${chinese}[,;:!?()]|[,;:!?()]${chinese}`)],
  ['a sentence ends with 。', new RegExp(`${chinese}\\.$`)],
  ['what is under way ends with one …', /……|\.\.\./],
  [
    'a space stands between Chinese and Latin letters or digits',
    new RegExp(`${chinese}[A-Za-z0-9]|[A-Za-z0-9]${chinese}`),
  ],
  [
    'no space stands beside full-width punctuation',
    /[，。：；！？（）“”] [\u4e00-\u9fff]|[\u4e00-\u9fff] [，。：；！？（）“”]/,
  ],
  ['the reader is 您', /你/],
  ['quotation marks are curly', /"[^"<>&]*[\u4e00-\u9fff][^"<>&]*"/],
  ['nothing there yet is 暂无', /还没有|尚无/],
  ['one term for one thing', /载入|装入|新建|新增(?!任务)|撤回|记账|防伪标记/],
]

const englishRules: readonly (readonly [rule: string, broken: RegExp])[] = [
  ['no "please", no "sorry", no exclamation mark', /\b(please|sorry)\b|!/i],
  ['American spelling', /\b(colour|centre|recognis|organis|neighbour|favourite|grey|licence|behaviour)/i],
  ['an ellipsis is one character without a space', /\.\.\.| …/],
  ['quotation marks are curly', /"[^"<>&]*[A-Za-z{][^"<>&]*"/],
  ['plain trade English', /\b(somebody|whoever|mend|told|takes back|take back|lets go|is no|outside no)\b/i],
  ['a permission is no right, an image no picture', /\b(rights|pictures?|notices?)\b/i],
  ['no Chinese', /[\u3000-\u9fff\uff00-\uffef]/],
]

/** A message is 撤回, as in every chat; what is undone elsewhere is 撤销. The title of the classroom is fixed. */
const withoutTradeTerms = (entry: Entry): string =>
  (entry.at.includes('chat') ? entry.chinese.replaceAll('撤回', '') : entry.chinese).replaceAll('AI直播课堂', '')

describe('texts for people', async () => {
  const entries = (await allTexts()).filter((entry) => !isFixed(entry))

  it('are all found', () => expect(entries.length).toBeGreaterThan(900))

  it.each(chineseRules)('Chinese: %s', (_rule, broken) => {
    expect(
      entries.filter((entry) => broken.test(withoutTradeTerms(entry))).map(({ at, chinese: text }) => `${at}: ${text}`),
    ).toEqual([])
  })

  it.each(englishRules)('English: %s', (_rule, broken) => {
    expect(
      entries.filter((entry) => broken.test(entry.english)).map(({ at, english: text }) => `${at}: ${text}`),
    ).toEqual([])
  })

  it('errors of fields, labels and options carry no full stop', () => {
    const labels = entries.filter(({ at }) => /(^protocol field\.| x-label$| label$)/.test(at))
    expect(labels.length).toBeGreaterThan(400)
    expect(
      labels
        .filter((entry) => /[.。]$/.test(entry.english) || /[.。]$/.test(entry.chinese))
        .filter(({ english }) => !/\bno\.$/.test(english))
        .map(({ at }) => at),
    ).toEqual([])
  })

  it('help for settings carries a full stop', () => {
    const help = entries.filter(({ at }) => /^protocol config\..*\.tip$/.test(at))
    expect(help.length).toBeGreaterThan(20)
    expect(help.filter(({ english }) => !english.endsWith('.')).map(({ at }) => at)).toEqual([])
  })

  it('end with a full stop in both languages or in neither', () => {
    const isSentence = (text: string) => /[.。]$/.test(text) && !/\bno\.$/.test(text)
    expect(
      entries
        .filter((entry) => isSentence(entry.english) !== isSentence(entry.chinese))
        .map(({ at, english, chinese: other }) => `${at}: ${english} | ${other}`),
    ).toEqual([])
  })
})
