/** The parts of a questionnaire, and answers to them. Keys never change once there are answers; texts may. */
/** By the codes of the wire. */
export const kindNames = [
  'single',
  'multiple',
  'fill_in',
  'short',
  'dropdown',
  'image',
  'video',
  'file',
  'rating',
  'matrix',
] as const
export type ItemKind = (typeof kindNames)[number]

export const signs = ['<', '<=', '>', '>=', '==', '!='] as const
type Sign = (typeof signs)[number]

export type Condition =
  | { readonly op: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly op: 'not'; readonly part: Condition }
  | Comparison

/** A condition on one item. An item without an answer meets none. */
export type Comparison =
  | { readonly op: 'answered'; readonly item: string }
  /** The whole answer is this key or text. */
  | { readonly op: 'equals' | 'contains'; readonly item: string; readonly value: string }
  | { readonly op: 'in'; readonly item: string; readonly values: readonly string[] }
  /** For ratings, and for texts that are numbers. */
  | { readonly op: 'compare'; readonly item: string; readonly sign: Sign; readonly value: number }

/** An option of a choice, a column of a matrix, or a row of one. */
export interface ItemOption {
  readonly key: string
  readonly label: string
  /** People who choose it write a text of their own. */
  readonly other?: boolean
  /** How many people may choose it. */
  readonly quota?: number
}

/** Skips what lies between the item and its target. */
export interface Jump {
  /** Absent = always. */
  readonly when?: Condition
  /** The key of a later item, or `end`. */
  readonly to: string
}

export interface Item {
  readonly key: string
  readonly kind: ItemKind
  readonly title: string
  readonly must: boolean
  /** The question of the bank that it was copied from. */
  readonly questionId?: number
  readonly explain?: string
  /** Options of a choice; the columns of a matrix. */
  readonly options?: readonly ItemOption[]
  /** Rows of a matrix. */
  readonly rows?: readonly ItemOption[]
  readonly minChoices?: number
  readonly maxChoices?: number
  readonly minLength?: number
  readonly maxLength?: number
  /** The best rating; 5 when absent. */
  readonly scale?: number
  readonly fileNum?: number
  /** Megabytes. */
  readonly fileSize?: number
  /** Endings; absent = the usual ones of the kind. */
  readonly fileTypes?: readonly string[]
  /** Absent = always shown. */
  readonly show?: Condition
  /** The first one whose condition is met is taken. */
  readonly jumps?: readonly Jump[]
}

/** Keys of chosen options (`k2`), ratings (`4`) or cells (`r1:c2`); a text; codes of uploaded files. */
export interface Answer {
  readonly keys?: readonly string[]
  readonly text?: string
  readonly files?: readonly string[]
}

/** By key of the item. */
export type Answers = Readonly<Record<string, Answer>>

/** The target of a jump that ends the questionnaire. */
export const end = 'end'

const defaultScale = 5
export const maxItems = 200

/** Names of kinds that share a way of answering. */
const choices: readonly ItemKind[] = ['single', 'dropdown', 'multiple']
const texts: readonly ItemKind[] = ['fill_in', 'short']
const uploads: readonly ItemKind[] = ['image', 'video', 'file']
const several: readonly ItemKind[] = ['multiple', 'matrix']

export const isChoice = ({ kind }: Pick<Item, 'kind'>): boolean => choices.includes(kind)
export const isText = ({ kind }: Pick<Item, 'kind'>): boolean => texts.includes(kind)
export const isUpload = ({ kind }: Pick<Item, 'kind'>): boolean => uploads.includes(kind)
/** True for kinds whose answer can have several keys. */
export const hasManyKeys = ({ kind }: Pick<Item, 'kind'>): boolean => several.includes(kind)

export const scaleOf = ({ scale = defaultScale }: Pick<Item, 'scale'>): number => scale

/** The keys that an answer of the item can have, in their order. */
export function keysOf(item: Item): readonly string[] {
  if (item.kind === 'rating') return Array.from({ length: scaleOf(item) }, (_, index) => String(index + 1))
  const columns = (item.options ?? []).map(({ key }) => key)
  if (item.kind !== 'matrix') return columns
  return (item.rows ?? []).flatMap((row) => columns.map((column) => `${row.key}:${column}`))
}

/** The text that people read for a key. */
export function labelOf(item: Item, key: string): string {
  const labelIn = (options: readonly ItemOption[] = [], name = ''): string =>
    options.find((option) => option.key === name)?.label ?? name
  if (item.kind !== 'matrix') return labelIn(item.options, key)
  const [row, column] = key.split(':')
  return `${labelIn(item.rows, row)}: ${labelIn(item.options, column)}`
}

/** True when there is something in the answer. */
export const isAnswered = (answer: Answer | undefined): boolean =>
  answer !== undefined &&
  ((answer.keys?.length ?? 0) > 0 || (answer.text ?? '').trim() !== '' || (answer.files?.length ?? 0) > 0)

const usualTypes: { readonly [kind in ItemKind]?: readonly string[] } = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp'],
  video: ['mp4', 'webm', 'mov'],
}

/** Endings that an upload may have. */
export function typesOf({ kind, fileTypes }: Pick<Item, 'kind' | 'fileTypes'>): readonly string[] {
  if (fileTypes && fileTypes.length > 0) return fileTypes
  return usualTypes[kind] ?? ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'zip']
}

export const defaultFileSize = 10
export const maxFileSize = 20
