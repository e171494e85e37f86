// The language of the command line, also before anything is installed.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * `--lang`, then TABLEWRIGHT_LANG, then what `init --lang` wrote to the package.json of the product, then the locale of
 * the terminal; zh-cn when none of them names a language we know.
 */
export function chooseLanguage(argv, environment, workingFolder) {
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG
  return (
    supported(valueOf(argv, '--lang')) ??
    supported(environment.TABLEWRIGHT_LANG) ??
    supported(languageOfProduct(resolve(workingFolder, valueOf(argv, '--root') ?? ''))) ??
    supported(locale) ??
    'zh-cn'
  )
}

/** The value of an option in both of its forms. */
function valueOf(argv, option) {
  const index = argv.findIndex((word) => word === option || word.startsWith(`${option}=`))
  if (index < 0) return undefined
  return argv[index] === option ? argv[index + 1] : argv[index].slice(option.length + 1)
}

/** The supported language that a tag (`en-GB`) or a locale (`zh_CN.UTF-8`) names; undefined where it names none. */
function supported(tag) {
  if (typeof tag !== 'string') return undefined
  if (/^zh(?![a-z])/i.test(tag)) return 'zh-cn'
  return /^en(?![a-z])/i.test(tag) ? 'en' : undefined
}

/** `tablewright.language` of the nearest project from a folder upwards. */
function languageOfProduct(folder) {
  const parent = dirname(folder)
  if (!existsSync(join(folder, 'schemas'))) return parent === folder ? undefined : languageOfProduct(parent)
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).tablewright?.language
  } catch {
    // The command that needs the file says what is wrong with it.
    return undefined
  }
}
