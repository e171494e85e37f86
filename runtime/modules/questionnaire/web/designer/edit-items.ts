/** Changes of the list of items while one designs. Keys of items and options stay as they are. */
import { isChoice, isText, isUpload, kindNames, type Item, type ItemKind, type ItemOption } from '../../shared/item.ts'

const nextKey = (prefix: string, keys: readonly string[]): string => {
  for (let number = 1; ; number++) if (!keys.includes(`${prefix}${number}`)) return `${prefix}${number}`
}

const hasRows = (kind: ItemKind): boolean => kindNames.indexOf(kind) === kindNames.length - 1
export const hasOptions = (kind: ItemKind): boolean => isChoice({ kind }) || hasRows(kind)

/** A text as options, one per line: a line keeps the key of the option with its text, or else of its place. */
export function optionsOfText(text: string, before: readonly ItemOption[], prefix: string): readonly ItemOption[] {
  const labels = text.split('\n').map((line) => line.trim())
  const lines = labels.filter((label) => label !== '')
  const options: ItemOption[] = []
  for (const [index, label] of lines.entries()) {
    const isFree = ({ key }: ItemOption): boolean => !options.some((option) => option.key === key)
    const match = before.find((option) => option.label === label && isFree(option))
    const inPlace = before[index]
    const former = match ?? (inPlace && !lines.includes(inPlace.label) && isFree(inPlace) ? inPlace : undefined)
    const keys = [...before, ...options].map(({ key }) => key)
    options.push(former ? { ...former, label } : { key: nextKey(prefix, keys), label })
  }
  return options
}

/** An item of the kind with the parts of the former one that fit. */
export function withKind(item: Item, kind: ItemKind, words: { readonly option: string; readonly row: string }): Item {
  const { key, title, must, explain, show, questionId } = item
  const base: Item = {
    key,
    kind,
    title,
    must,
    ...(explain !== undefined && { explain }),
    ...(show && { show }),
    ...(questionId !== undefined && { questionId }),
  }
  const options = item.options ?? optionsOfText(words.option, [], 'k')
  return {
    ...base,
    ...(hasOptions(kind) && { options }),
    ...(hasRows(kind) && { rows: item.rows ?? optionsOfText(words.row, [], 'r') }),
  }
}

/** A question after the others. */
export const newItem = (items: readonly Item[], title: string, options: string): Item => ({
  key: nextKey(
    'q',
    items.map(({ key }) => key),
  ),
  kind: 'single',
  title,
  must: true,
  options: optionsOfText(options, [], 'k'),
})

/** A copy of a question of the bank, after the others. */
export const withKey = (items: readonly Item[], item: Item): Item => ({ ...item, key: newItem(items, '', '').key })

/** The item one place up (-1) or down (1). */
export function moved(items: readonly Item[], index: number, by: 1 | -1): readonly Item[] {
  const target = index + by
  const [item, other] = [items[index], items[target]]
  if (!item || !other) return items
  return items.with(index, other).with(target, item)
}

/** Names of the numbers that limit the answers of a kind. */
export function limitsOf(
  item: Item,
): readonly (keyof Item &
  ('minChoices' | 'maxChoices' | 'minLength' | 'maxLength' | 'fileNum' | 'fileSize' | 'scale'))[] {
  if (isText(item)) return ['minLength', 'maxLength']
  if (isUpload(item)) return ['fileNum', 'fileSize']
  if (item.kind === kindNames[1]) return ['minChoices', 'maxChoices']
  return item.kind === kindNames[8] ? ['scale'] : []
}
