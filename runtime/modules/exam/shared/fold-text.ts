/** Folds answers of blanks, so that only what matters is compared. */

/** Chinese punctuation that has no compatibility form in Unicode, as its Latin counterpart. */
const punctuation: Readonly<Record<string, string>> = {
  '。': '.',
  '、': ',',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '「': '"',
  '」': '"',
  '『': '"',
  '』': '"',
  '【': '[',
  '】': ']',
  '〔': '[',
  '〕': ']',
  '《': '<',
  '》': '>',
  '〈': '<',
  '〉': '>',
  '—': '-',
  '–': '-',
  '−': '-',
  '…': '...',
  '·': '.',
}

const marks = new RegExp(`[${Object.keys(punctuation).join('')}]`, 'gu')
const han = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`
const besideSigns = new RegExp(String.raw`(?<=[${han}\p{P}\p{S}]) | (?=[${han}\p{P}\p{S}])`, 'gu')

/** Width, punctuation, invisible characters and spaces do not count; neither does case, unless `caseSensitive`. */
export function foldText(text: string, caseSensitive = false): string {
  const plain = text
    .replace(marks, (mark) => punctuation[mark] ?? mark)
    .normalize('NFKC')
    .replace(marks, (mark) => punctuation[mark] ?? mark)
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(besideSigns, '')
  return caseSensitive ? plain : plain.toLowerCase()
}

/** The alternatives of a blank. */
export function alternativesOf(answer: string): readonly string[] {
  const parts = answer.match(/(?:\\[\s\S]|[^|\\])+/g) ?? []
  return parts.map((part) => part.replace(/\\([|\\])/g, '$1').trim()).filter((part) => part !== '')
}

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i

/** The number a text is; null when it is none. Commas between groups of thousands are left out. */
export function numberOf(text: string): number | null {
  const plain = foldText(text).replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '')
  return number.test(plain) ? Number(plain) : null
}
