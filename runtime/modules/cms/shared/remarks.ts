/**
 * The remarks of a refusal. Its parts are lines, or separated by semicolons; one that begins with words of the text in
 * quotation marks is about that place, one that begins with the name of a field and a colon about that field, and
 * everything else about the text as a whole.
 */
export interface Remark {
  /** Name of a field of the form; null = it is about none. */
  readonly field: string | null
  /** Words of the text that it is about; null = none. */
  readonly words: string | null
  readonly text: string
}

/** Labels of the fields, in small letters. */
const fieldNames: Readonly<Record<string, readonly string[]>> = {
  title: ['标题', 'title'],
  content: ['正文', 'text'],
  images: ['图片', 'images', 'image'],
  description: ['摘要', 'summary'],
  tags: ['标签', 'tags'],
  source_title: ['来源', 'source'],
  source_url: ['来源地址', 'address of the source'],
  downloads: ['下载文件', 'files'],
  price: ['价格', 'price'],
}

const fieldOf = (name: string): string | null =>
  Object.entries(fieldNames).find(([, names]) => names.includes(name.trim().toLowerCase()))?.[0] ?? null

const quotation = /^[“"「『‘']([^”"」』’']{2,})[”"」』’']\s*[:：,，—–-]*\s*(.+)$/su
const namedField = /^([^:：]{1,30})[:：]\s*(.+)$/su

/** @param content plain text, in which quoted words must occur */
export function remarksOf(reason: string, content: string): readonly Remark[] {
  const flat = withoutSpaces(content)
  return reason
    .split(/[\n;；]+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, words, remark] = quotation.exec(part) ?? []
      if (words !== undefined && remark !== undefined && flat.includes(withoutSpaces(words)))
        return { field: null, words, text: remark }
      const [, name, text] = namedField.exec(part) ?? []
      const field = name === undefined ? null : fieldOf(name)
      return field !== null && text !== undefined
        ? { field, words: null, text }
        : { field: null, words: null, text: part }
    })
}

/** Editors and quotations break lines differently. */
export const withoutSpaces = (text: string): string => text.replaceAll(/\s+/gu, '')
