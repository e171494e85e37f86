/** The demo in the language of the first start. Its texts are written in Chinese, and each has its English one. */
import type { Language } from 'tablewright/protocol'
import { goods, packages, sizes } from './english/goods.ts'
import { places, syllables } from './english/places.ts'
import { trade } from './english/trade.ts'

export interface Wording {
  readonly language: Language
  /** A text in this language. Throws for one that has no English text. */
  text(chinese: string): string
  /** A size: `40g×24袋`, "40g × 24 bags". */
  size(chinese: string): string
  /** A coined name: `澄苑`, "Chengyuan". */
  coined(chinese: string): string
  /** A person: `王建国`, "Jianguo Wang". */
  person(surname: string, givenName: string): string
  /** A street with its number, and where it has one the building of a site. */
  address(road: string, number: number, site?: { readonly name: string; readonly building: number }): string
  /** A shelf by the letter of its area, row and level. */
  shelf(letter: string, row: number, level: number): string
  /** A company by its city, coined name and line of business. */
  company(city: string, name: string, trade: string): string
  /** A product by its brand, kind and variant. */
  product(brand: string, kind: string, variant: string): string
}

const chinese: Wording = {
  language: 'zh-cn',
  text: (text) => text,
  size: (text) => text,
  coined: (name) => name,
  person: (surname, givenName) => surname + givenName,
  address: (road, number, site) => `${road}${number}号${site ? `${site.name}${site.building}栋` : ''}`,
  shelf: (letter, row, level) => `${letter}区${row}排${level}层`,
  company: (city, name, line) => `${city.replace(/市$/, '')}${name}${line}`,
  product: (brand, kind, variant) => `${brand}${variant}${kind}`,
}

const entries = new Map([...goods, ...sizes, ...places, ...trade])
const sounds = new Map(syllables)
const packs = new Map(packages)

const translate = (text: string): string => {
  const found = entries.get(text)
  if (found === undefined) throw new TypeError(`the demo has no English text for ${text}`)
  return found.replaceAll(';', ',')
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const spell = (name: string): string =>
  capitalize([...name].map((character) => sounds.get(character) ?? character).join(''))

const hasChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** `24袋`, "24 bags"; a size without a package as it is. */
function countPackages(text: string): string {
  const [, count = '', pack = ''] = /^(\d+)(\p{Script=Han})$/u.exec(text) ?? []
  return packs.has(pack) ? `${count} ${packs.get(pack)}` : text
}

const english: Wording = {
  language: 'en',
  text: translate,
  size: (text) =>
    text.includes('×') ? text.split('×').map(countPackages).join(' × ') : hasChinese(text) ? translate(text) : text,
  coined: spell,
  person: (surname, givenName) => `${spell(givenName)} ${spell(surname)}`,
  address: (road, number, site) =>
    `${number} ${translate(road)}${site ? `, ${translate(site.name)}, building ${site.building}` : ''}`,
  shelf: (letter, row, level) => `${letter}-${row}-${level}`,
  company: (city, name, line) => `${translate(city)} ${spell(name)} ${translate(line)}`,
  product: (brand, kind, variant) => [brand, `${translate(kind)}, ${translate(variant)}`].join(' ').trim(),
}

const wordings: Readonly<Record<Language, Wording>> = { 'zh-cn': chinese, en: english }

export const wordingIn = (language: Language): Wording => wordings[language]
